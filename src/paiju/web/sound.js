/** Sounds made on the spot and spoken calls. Nothing is heard before the first touch, nor when the page is mute. */

import { likes } from "./state.js";

/** @type {AudioContext | undefined} */
let context;

/** Browsers let a page be heard only after a touch or key. */
export function unlock() {
  const wake = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  };
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, wake, { once: true, capture: true });
}

/**
 * A short noise, as of tile on wood.
 * @param {{ pitch: number, length: number, gain: number, delay?: number }} how
 */
function knock({ pitch, length, gain, delay = 0 }) {
  if (!context || !likes.value.sound) return;
  const at = context.currentTime + delay;
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < samples; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / samples) ** 4;
  const noise = new AudioBufferSourceNode(context, { buffer });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.4 });
  noise.connect(band).connect(new GainNode(context, { gain })).connect(context.destination);
  noise.start(at);
}

/**
 * A note that dies away.
 * @param {number} frequency
 * @param {number} delay
 * @param {number} [length]
 * @param {number} [gain]
 */
function note(frequency, delay, length = 0.5, gain = 0.12) {
  if (!context || !likes.value.sound) return;
  const at = context.currentTime + delay;
  const tone = new OscillatorNode(context, { type: "triangle", frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(gain, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

export const clack = () => knock({ pitch: 1900, length: 0.06, gain: 0.9 });
export const slide = () => knock({ pitch: 900, length: 0.04, gain: 0.3 });
export function lay() {
  for (let n = 0; n < 3; n++) knock({ pitch: 1500 + 200 * n, length: 0.05, gain: 0.6, delay: n * 0.05 });
}
export const turn = () => note(784, 0, 0.25, 0.08);
export const tick = () => knock({ pitch: 3200, length: 0.02, gain: 0.4 });
/** @param {boolean} own */
export function win(own) {
  (own ? [523, 587, 659, 784, 880, 1047] : [659, 587, 523]).forEach((frequency, n) => note(frequency, n * 0.09, 0.7));
}

/**
 * Says something aloud in Chinese, over what was being said.
 * @param {string} words
 */
export function speak(words) {
  const voice = globalThis.speechSynthesis;
  if (!voice || !likes.value.sound || likes.value.speech === "off") return;
  const said = new SpeechSynthesisUtterance(words);
  said.lang = "zh-CN";
  said.rate = 1.15;
  voice.cancel();
  voice.speak(said);
}
