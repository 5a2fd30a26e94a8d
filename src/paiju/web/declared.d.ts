/** The games as the server declares them: house rules as core/options.py writes them, presets, fans. */

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

export type BotInfo = { name: string; zh?: string; en?: string };
