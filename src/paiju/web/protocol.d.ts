// Written by tools/gen_web_types.py from paiju.server.protocol; do not edit.

/** The whole state; first on every connection, and the answer to ``sync``. */
export interface Snapshot {
  type: "snapshot";
  version: number;
  page: string;
  room: RoomState;
  you: You;
  table: TableState | null;
  question: Question | null;
  n: number;
}

/** A room as everybody in it sees it. */
export interface RoomState {
  number: string;
  state: "waiting" | "playing" | "over" | "closed";
  rules: RoomRules;
  chairs: [Chair, Chair, Chair, Chair];
  host: number;
  watchers: number;
  dissolve: number[] | null;
  dissolve_left: number | null;
  again: string;
}

/** What a room plays: the game with its house rules, and the table's own. */
export interface RoomRules {
  variant: string;
  preset: string | null;
  options: Record<string, boolean | number | string | (number | string)[]>;
  base_points: number;
  coins: boolean;
  clock: Clock;
  absent: "safe" | "bot";
  claim_wait: boolean;
  watch: boolean;
  watch_delay: number;
  hints: boolean;
  open: boolean;
}

/** Seconds for each question, and a bank a hand for what goes beyond. ``base`` 0: no clock. */
export interface Clock {
  base: number;
  bank: number;
}

/** One of the four chairs of a room. In play ``seat`` moves with the rounds, a chair never does. */
export interface Chair {
  name: string;
  player: string;
  bot: string;
  ready: boolean;
  here: boolean;
  auto: boolean;
  left: boolean;
}

/** Who the connection is in this room, by the name it came with. ``chair`` and ``seat`` are None for a watcher. */
export interface You {
  player: string;
  name: string;
  chair: number | null;
  seat: number | null;
}

/** All a seat or watcher may know now: what a page shows after a (re)connection instead of its own state. */
export interface TableState {
  hand: HandState;
  view: View;
  turn: Turn | null;
  result: Result | null;
}

/** The hand being played, apart from what its view holds. */
export interface HandState {
  number: number;
  round: number;
  hands: number;
  rounds: number;
  dealer: number;
  seats: [number, number, number, number];
  totals: [number, number, number, number];
  wall_size: number;
  reserve: number;
  commitment: string;
  root: string;
  points: [number, number, number, number][];
}

/** One audience's knowledge. ``audience``: a seat 0-3, 4 a watcher, 5 everything. */
export interface View {
  audience: number;
  wall_left: number;
  seats: SeatView[];
  dealer: number;
  turn: number;
  drawn: number | null;
  window: number[];
  treasure: number | null;
  treasure_aside: boolean;
  treasure_stack: number | null;
  shown: number[];
  over: boolean;
  exhausted: boolean;
  winners: number[];
  next_dealer: number | null;
}

/** What is seen of one seat. ``hand`` is None where its tiles are not known, ``count`` always their number. */
export interface SeatView {
  hand: number[] | null;
  count: number;
  melds: MeldView[];
  river: number[];
  ready: boolean;
  locked: boolean;
  points: number;
}

/** A meld on the table; a concealed kong whose tiles are hidden has none. */
export interface MeldView {
  kind: string;
  tiles: number[];
  source: number | null;
}

/** Whose own turn it is and the time left. Who holds a claim is told to nobody else (G-7). */
export interface Turn {
  seat: number;
  left: number | null;
  bank: number;
}

/** A finished hand: who won with what, each payment line, what it makes of the totals, and the wall opened. */
export interface Result {
  winners: Winner[];
  lines: Line[];
  deltas: [number, number, number, number];
  totals: [number, number, number, number];
  birds: number[];
  next_dealer: number;
  record: string;
  secret: string;
  nonces: [string, string, string, string];
  match_over: boolean;
}

/** One win laid out. */
export interface Winner {
  seat: number;
  how: string;
  source: number | null;
  hand: number[];
  tile: number | null;
  reading: Said;
  fans: [string, number][];
  birds: [number, number][];
}

/** A sentence in both languages. */
export interface Said {
  zh: string;
  en: string;
}

/** One payment with its arithmetic in words. */
export interface Line {
  giver: number;
  to: number | null;
  amount: number;
  clause: string;
  why: string;
  text: Said;
}

/** What a seat is asked. An answer names ``id``; one to a closed question is refused. */
export interface Question {
  id: string;
  kind: "turn" | "claim" | "share" | "sea";
  choices: Choice[];
  left: number | null;
  bank: number;
}

/** One legal answer: ``action`` is what to send; verb, tiles and labels to show it. */
export interface Choice {
  action: string;
  verb: string;
  tiles: number[];
  zh: string;
  en: string;
  waits: number[];
}

/** The room has changed. */
export interface Changed {
  type: "changed";
  room: RoomState;
  you: You;
  n: number;
}

/** A hand is about to be dealt: its commitment. A seated page answers with a ``promise``; told again with everybody's, with its ``nonce``.

``id`` (``room/number``) goes into the wall too. A page gives its nonce only where its own promise stands among those told, and never for one
id after two tellings that differ: so nothing is left to choose for whoever hears it. */
export interface Commit {
  type: "commit";
  hand: number;
  id: string;
  commitment: string;
  promises: [string, string, string, string] | null;
  n: number;
}

/** A new hand: a page forgets the view of the old one; the deal follows as events. */
export interface Begin {
  type: "begin";
  hand: HandState;
  seat: number | null;
  n: number;
}

/** What happened, as this audience may know it. */
export interface Happened {
  type: "happened";
  events: (Open | Deal | Placed | Draw | Discard | Chow | Pung | Kong | Propose | Robbed | Special | Addition | Roll | Look | TreasureBack | TreasureSet | TreasureOut | Dice | TurnUp | SeaOffer | SeaTurned | OpeningWin | Win | Bird | Exhausted | Pay | End)[];
  turn: Turn | null;
  reserve: number;
  n: number;
}

/** The wall is opened (CC-2): ``dice`` the dealer's and the breaker's; drawing starts at ``stack`` (1-17) of ``wall``. */
export interface Open {
  event: "open";
  dealer: number;
  dice?: number[];
  breaker?: number | null;
  wall?: number | null;
  stack?: number | null;
}

/** The dealt tiles of one seat (G-11); ``tiles`` are known to that seat only. */
export interface Deal {
  event: "deal";
  seat: number;
  count: number;
  tiles?: number[] | null;
}

/** A hand begins in the middle (a puzzle, a test): what the audience may know of the position. */
export interface Placed {
  event: "placed";
  dealer: number;
  turn: number;
  wall_left: number;
  hands: (number[] | null)[];
  counts: number[];
  melds: [string, number[]][][];
  rivers: number[][];
  points?: number[];
  ready?: number[];
  locked?: number[];
  drawn?: number | null;
  treasure?: number | null;
  treasure_aside?: boolean;
}

/** A tile is drawn from the front, the tail, a place named by dice, as one of the last tiles, or as the sea bottom. */
export interface Draw {
  event: "draw";
  seat: number;
  source: "dice" | "front" | "last" | "sea" | "tail";
  place: number;
  tile?: number | null;
}

/** A tile goes; ``ready`` when the seat declares ready with it (CC-22); ``also`` the second of two dice tiles (CS-19). */
export interface Discard {
  event: "discard";
  seat: number;
  tile: number;
  ready?: boolean;
  also?: number | null;
}

/** A discard is chowed; ``tiles`` the whole chow, ``tile`` the claimed one. */
export interface Chow {
  event: "chow";
  seat: number;
  tile: number;
  tiles: [number, number, number];
  source: number;
}

/** A discard is punged; ``robbed`` when it was an addition to a special kong (CC-48). */
export interface Pung {
  event: "pung";
  seat: number;
  tile: number;
  source: number;
  robbed?: boolean;
}

/** A kong of four equal tiles stands. ``tile`` of a concealed kong is hidden where the game hides it (CC-47). */
export interface Kong {
  event: "kong";
  seat: number;
  kind: "added_kong" | "concealed_kong" | "melded_kong";
  tile?: number | null;
  source?: number | null;
  dice?: boolean;
}

/** A tile is shown to be added to a pung or special kong; it may be robbed (G-4). */
export interface Propose {
  event: "propose";
  seat: number;
  tile: number;
  to: "dragons_kong" | "nines_kong" | "ones_kong" | "pung" | "winds_kong";
  dice?: boolean;
}

/** The added tile is claimed: the addition is off. */
export interface Robbed {
  event: "robbed";
  seat: number;
  tile: number;
}

/** A special kong is declared. */
export interface Special {
  event: "special";
  seat: number;
  kind: "dragons_kong" | "nines_kong" | "ones_kong" | "winds_kong";
  tiles: number[];
}

/** A tile is added to a special kong. */
export interface Addition {
  event: "addition";
  seat: number;
  kind: "dragons_kong" | "nines_kong" | "ones_kong" | "winds_kong";
  tile: number;
}

/** A die is rolled for the treasure in the name of ``seat`` (CC-24); ``stack`` is counted from the tail, from 1.

``refused``: it names a used, missing or drawn place, and is rolled again. */
export interface Roll {
  event: "roll";
  seat: number;
  die: number;
  stack?: number | null;
  lower?: boolean;
  refused?: boolean;
}

/** A declared seat looks at the treasure; only that seat learns the tile. */
export interface Look {
  event: "look";
  seat: number;
  tile?: number | null;
}

/** The treasure is dead and returns to its place (CC-27). */
export interface TreasureBack {
  event: "treasureback";
  seat: number;
}

/** The fixed hidden treasure is set aside (BC-6). */
export interface TreasureSet {
  event: "treasureset";
  place: number;
}

/** The old treasure is turned up, out of play (BC-7). */
export interface TreasureOut {
  event: "treasureout";
  tile: number;
}

/** The dice of a kong (CS-19). */
export interface Dice {
  event: "dice";
  seat: number;
  dice: number[];
}

/** The tiles of a two-dice kong are turned up (CS-19). */
export interface TurnUp {
  event: "turnup";
  seat: number;
  tiles: number[];
}

/** A seat takes or declines the sea bottom (CS-30). */
export interface SeaOffer {
  event: "seaoffer";
  seat: number;
  taken: boolean;
}

/** The sea bottom, taken but not won on, is turned up (CS-31). */
export interface SeaTurned {
  event: "seaturned";
  seat: number;
  tile: number;
}

/** An opening win (CS-2): its patterns, the tiles shown for them, the die of `continues`. */
export interface OpeningWin {
  event: "openingwin";
  seat: number;
  patterns: string[];
  shown?: number[];
  die?: number | null;
}

/** A seat wins. ``how``: self_draw, matched_treasure, discard, robbed_kong, opening. ``source``: who pays for the tile. */
export interface Win {
  event: "win";
  seat: number;
  how: "discard" | "matched_treasure" | "opening" | "robbed_kong" | "self_draw";
  tiles?: number[];
  source?: number | null;
}

/** A bird is turned up (CS-38). */
export interface Bird {
  event: "bird";
  tile: number;
}

/** The wall ends without a win. */
export interface Exhausted {
  event: "exhausted";
}

/** One payment line (G-5): booked when it falls due, but for a hidden concealed kong only when the hand is over (CC-47).

``to`` is None for the house (CS-48). ``why``: win, opening, kong, addition, treasure_pung, leaving; ``fans`` the winner's. */
export interface Pay {
  event: "pay";
  giver: number;
  to: number | null;
  amount: number;
  why: string;
  clause: string;
  fans?: string[];
}

/** The hand is over: all hands, concealed kongs and the treasure are open. */
export interface End {
  event: "end";
  hands: number[][];
  kongs: number[][];
  deltas: [number, number, number, number];
  next_dealer: number;
  treasure?: number | null;
}

/** This seat is asked, or asked again with another clock. */
export interface Ask {
  type: "ask";
  question: Question;
  n: number;
}

/** The question is no longer open: answered, timed out, or decided by others. */
export interface Closed {
  type: "closed";
  question: string;
  n: number;
}

/** The hand is over and settled. */
export interface Over {
  type: "over";
  result: Result;
  n: number;
}

/** The command was carried out. */
export interface Ack {
  type: "ack";
  id: string;
  n: number;
}

/** The command was not carried out, and why. Nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  why: Said;
  n: number;
}

/** The answer to a command that asks something: waits, or why a win is not possible. */
export interface Told {
  type: "told";
  id: string;
  said: Said[];
  waits: Wait[];
  n: number;
}

/** A tile waited for: how many of it are unseen, and what a win on it would bring as things stand. */
export interface Wait {
  kind: number;
  unseen: number;
  worth: Said[];
}

/** The answer to ``hint``: the best discard and why, or how the hand stands; then each discard, the best first, and each claim or kong.

``routes``: ways to a bigger win that are in reach, with what they pay; ``note``: how all payments are counted, where any are told. */
export interface Advised {
  type: "advised";
  id: string;
  said: Said;
  advice: Advice[];
  routes: Said[];
  note: Said | null;
  n: number;
}

/** Where a discard, a claim or a kong leaves the seat; with an empty ``verb``, where it stands when it does nothing.

``distance``: tiles from ready, 0 ready, 99 never; ``helps``: kinds that bring it nearer, each with how many may still come. Those of a ready hand
win, and ``brings`` says for each what a discard and a self-draw would pay. ``discard``: the best after a claim. ``danger`` of that, or
of the discard: how likely it wins for another, 0 to 1, as far as the seat can see. */
export interface Advice {
  verb: string;
  tiles: number[];
  said: Said;
  distance: number;
  helps: [number, number][];
  brings: [number, number][];
  discard: number | null;
  danger: number | null;
}

/** A tile that has come open, proven against the root of the wall: index, tile or die, salt, and the hashes up to the root. */
export interface Proof {
  type: "proof";
  index: number;
  value: number;
  salt: string;
  path: string[];
  n: number;
}

/** The seat was taken over by another connection of the same player; this one is closed. */
export interface Elsewhere {
  type: "elsewhere";
  n: number;
}

/** The server stops; the table will go on when it is back. */
export interface Stopping {
  type: "stopping";
  n: number;
}

/** The page is older than the server: load it again between hands. */
export interface Reload {
  type: "reload";
  n: number;
}

export interface Pong {
  type: "pong";
  id: string;
  n: number;
}

/** Asks for a snapshot. */
export interface Sync {
  do: "sync";
  id: string;
}

/** Asks for a pong. */
export interface Ping {
  do: "ping";
  id: string;
}

/** Takes an empty chair, any if none is named; the own one again under another name. */
export interface Sit {
  do: "sit";
  id: string;
  chair?: number | null;
}

/** Leaves the chair before the match; becomes a watcher. */
export interface Stand {
  do: "stand";
  id: string;
}

/** Says that the match may begin, or takes it back. */
export interface Ready {
  do: "ready";
  id: string;
  on?: boolean;
}

/** The host puts a bot of that level on a chair, or (empty) takes it away. */
export interface Fill {
  do: "fill";
  id: string;
  chair: number;
  bot?: string;
}

/** The host changes the rules before the match. */
export interface Change {
  do: "change";
  id: string;
  rules: RoomRules;
}

/** The host begins the match; everybody seated must be ready. */
export interface Start {
  do: "start";
  id: string;
}

/** The host empties a chair before the match. With ``player`` only if that one still has it. */
export interface Kick {
  do: "kick";
  id: string;
  chair: number;
  player?: string;
}

/** Leaves for good: before the match like standing up and going, in it as CS-48 and its kin say. */
export interface Leave {
  do: "leave";
  id: string;
}

/** Begins a vote to end the match, or answers it. Silence for a minute is consent. */
export interface Dissolve {
  do: "dissolve";
  id: string;
  agree?: boolean;
}

/** The digest of the nonce the page will give for the wall of that hand. */
export interface Promise {
  do: "promise";
  id: string;
  hand: number;
  promise: string;
}

/** 16 random bytes of the page, for the wall of that hand: those it promised. */
export interface Nonce {
  do: "nonce";
  id: string;
  hand: number;
  nonce: string;
}

/** The answer to a question: one of its ``action``s. */
export interface Answer {
  do: "answer";
  id: string;
  question: string;
  action: string;
}

/** Lets the seat be played (托管), or takes over again. */
export interface Auto {
  do: "auto";
  id: string;
  on: boolean;
}

/** Has seen the settlement; the next hand may begin. */
export interface Next {
  do: "next";
  id: string;
}

/** What do I wait for, or would after that discard, how many of each are unseen, and what would they bring? */
export interface Waits {
  do: "waits";
  id: string;
  discard?: number | null;
}

/** What does each discard leave, what would a claim or a kong change? */
export interface Hint {
  do: "hint";
  id: string;
}

/** Why can I not win, with this tile or with the one in question? */
export interface Why {
  do: "why";
  id: string;
  tile?: number | null;
}

export type Event =
  | Open
  | Deal
  | Placed
  | Draw
  | Discard
  | Chow
  | Pung
  | Kong
  | Propose
  | Robbed
  | Special
  | Addition
  | Roll
  | Look
  | TreasureBack
  | TreasureSet
  | TreasureOut
  | Dice
  | TurnUp
  | SeaOffer
  | SeaTurned
  | OpeningWin
  | Win
  | Bird
  | Exhausted
  | Pay
  | End;

export type FromServer =
  | Snapshot
  | Changed
  | Commit
  | Begin
  | Happened
  | Ask
  | Closed
  | Over
  | Ack
  | Refused
  | Told
  | Advised
  | Proof
  | Elsewhere
  | Stopping
  | Reload
  | Pong;

export type Command =
  | Sync
  | Ping
  | Sit
  | Stand
  | Ready
  | Fill
  | Change
  | Start
  | Kick
  | Leave
  | Dissolve
  | Promise
  | Nonce
  | Answer
  | Auto
  | Next
  | Waits
  | Hint
  | Why;
