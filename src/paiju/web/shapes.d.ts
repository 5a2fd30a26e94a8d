/** The shapes of what the modules hand to each other; types only, so none of it is sent. */

import type { HandState, Proof, Question, Result, RoomState, Turn, View, You } from "./protocol.js";

// -- the games as the server declares them: house rules as core/options.py writes them, presets, fans -------------

export type Label = { value: any; zh: string; en: string };

export type OptionSchema = {
  type?: "boolean" | "integer" | "array";
  enum?: any[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  items?: OptionSchema;
  default?: any;
  title?: string;
  description?: string;
  "x-clause"?: string;
  "x-title-zh"?: string;
  "x-description-zh"?: string;
  "x-labels"?: Label[];
};

export type FanInfo = { id: string; value: number; clause: string; zh: string; en: string; about_zh: string; about_en: string; excludes: string[] };

export type PresetInfo = { name: string; zh: string; en: string; values: Record<string, any> };

export type GameInfo = {
  key: string;
  zh: string;
  en: string;
  about_zh: string;
  about_en: string;
  options: { properties: Record<string, OptionSchema> };
  presets: PresetInfo[];
  fans: FanInfo[];
  kinds: number[];
  melds: string[];
  claims: string[];
};

export type BotInfo = { name: string; level: number; zh: string; en: string; about_zh: string; about_en: string; default: boolean; judges: boolean };

// -- the table ---------------------------------------------------------------------------------------------------

/** What a page knows of the room it is in; times are those of the page when the message came. */
export type Known = {
  room: RoomState | null;
  roomAt: number;
  you: You | null;
  hand: HandState | null;
  view: View | null;
  turn: Turn | null;
  turnAt: number;
  question: Question | null;
  askedAt: number;
  result: Result | null;
  last: number | null; // the seat whose newest discard nobody has taken
  page: string; // what the server says its page is
  old: boolean; // a newer page is there
  commit: { hand: number; commitment: string } | null; // for the hand about to be dealt
  proofs: Proof[]; // of this hand
};

/** What is shown of a seat beyond its view. */
export type Sitting = {
  name: string;
  score: number;
  marks?: string[]; // short words beside the name: away, played for
  clock?: any;
  call?: string | false; // what was just called, such as 碰
  callAt?: number; // tells one call from the next
};

export type BoardProps = {
  view: View;
  me: number; // the seat that lies below
  sitting: Sitting[]; // by seat
  last?: number | null; // the seat whose newest discard is marked
  turn?: number | null; // whose turn is shown; by default the view's
  middle?: any; // what stands in the middle besides the wall
  reserve?: number; // tiles of the wall that are not drawn
  ownHand?: boolean; // the hand below is shown elsewhere
};
