/** Who one is here: the name others see, an account that keeps what was played, the way in from another device, and the way out. */

import { ask, beSomebody } from "./api.js";
import { html, useEffect, useSignal } from "./html.js";
import { Screen, Waiting } from "./screen.js";
import { me } from "./state.js";
import { t } from "./words.js";

/** @typedef {{ id: string, name: string, login: string }} Person */

/**
 * @typedef {object} Field
 * @property {string} name - of what is sent
 * @property {string} [word] - of the phrase, where it is another
 * @property {string} [type]
 * @property {string} complete - what the browser may fill in
 * @property {string} [value]
 * @property {number} [least]
 * @property {number} [most]
 */

const LOGIN = { name: "login", complete: "username", least: 3, most: 32 };
const PASSWORD = { name: "password", type: "password", complete: "current-password", least: 8, most: 200 };
const NEW = { ...PASSWORD, complete: "new-password" };
const CHOSEN = [{ ...LOGIN, word: "field_new_login" }, { ...NEW, word: "field_new_password" }];

export default function Account() {
  const wrong = useSignal("");
  const begin = () => beSomebody().then(() => (wrong.value = ""), (error) => (wrong.value = error.message));
  useEffect(() => {
    if (!me.value) begin();
  }, []);
  const person = /** @type {Person | null} */ (me.value);
  const become = (/** @type {Person} */ next) => (me.value = next);
  const leave = async () => {
    await ask("logout", { method: "POST" }).catch((error) => (wrong.value = error.message));
    me.value = null;
    begin();
  };
  return html`<${Screen} title=${t("account")} here="/account" about=${person && t(person.login ? "account_about" : "guest_about", person.login)}>
    ${!person && html`<${Waiting} wrong=${wrong.value} again=${begin} />`}
    ${person &&
    html`<${Form} key=${`name${person.id}`} title="others_see" word="save" done="renamed" fields=${[{ name: "name", complete: "nickname", value: person.name, least: 1, most: 16 }]}
        send=${async (/** @type {any} */ data) => become(await ask("me", { method: "PATCH", body: data }))} />
      ${!person.login &&
      html`<${Form} title="make_account" about="register_about" word="register" fields=${CHOSEN} send=${async (/** @type {any} */ data) => become(await ask("account", { method: "POST", body: data }))} />
        <${Form} title="have_account" about="log_in_about" word="log_in" fields=${[LOGIN, PASSWORD]} send=${async (/** @type {any} */ data) => become(await ask("login", { method: "POST", body: data }))} />`}
      ${person.login &&
      html`<${Form} title="change_password" about="change_password_about" word="save" done="password_changed" fields=${[{ ...PASSWORD, name: "old" }, { ...NEW, name: "new" }]} send=${(/** @type {any} */ data) => ask("password", { method: "POST", body: data })} />
        <div class="bar"><button onClick=${leave}>${t("log_out")}</button></div>`}
      ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}`}
  </${Screen}>`;
}

/**
 * One thing to be filled in and sent. `done`: the phrase that says that it was.
 * @param {{ title: string, about?: string, word: string, done?: string, fields: Field[], send: (data: Record<string, any>) => Promise<unknown> }} props
 */
function Form({ title, about, word, done, fields, send }) {
  const wrong = useSignal("");
  const sent = useSignal(false);
  const busy = useSignal(false);
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = event.currentTarget;
    busy.value = true;
    wrong.value = "";
    sent.value = false;
    try {
      await send(Object.fromEntries(new FormData(form)));
      sent.value = true;
      for (const field of form.querySelectorAll('[type="password"]')) field.value = "";
    } catch (error) {
      wrong.value = /** @type {Error} */ (error).message;
    }
    busy.value = false;
  };
  return html`<section class="card" aria-labelledby=${`form-${title}`}><h2 id=${`form-${title}`}>${t(title)}</h2>
    ${about && html`<p class="dim">${t(about)}</p>`}
    <form class="accountform" onSubmit=${submit}>
      ${fields.map(({ name, word: label = name === "name" ? "name" : `field_${name}`, type = "text", complete, value, least, most }) => html`<label key=${name}><span class="dim">${t(label)}</span>
        <input name=${name} type=${type} autocomplete=${complete} defaultValue=${value} minlength=${least} maxlength=${most} required spellcheck="false" autocapitalize="off" /></label>`)}
      <button class="go big" disabled=${busy.value}>${t(busy.value ? "sending" : word)}</button>
    </form>
    <div aria-live="polite">${wrong.value ? html`<p class="wrong" role="alert">${wrong.value}</p>` : sent.value && done && html`<p class="dim">${t(done)}</p>`}</div>
  </section>`;
}
