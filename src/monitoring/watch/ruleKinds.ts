import type { NamedPath } from "../../files/namedPath";
import type { EventWish } from "./eventWish";

interface NumberField {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
  /** Where the rule doesn't say; without it the rule has to. */
  readonly usual?: number;
  /** For the schema. */
  readonly about: string;
}

interface FlagField {
  readonly type: "flag";
  readonly usual: false;
  readonly about: string;
}

interface WordsField {
  readonly type: "words";
  readonly about: string;
}

/** Folders of this machine, one at least. */
interface FoldersField {
  readonly type: "folders";
  readonly about: string;
}

/** Three keys of a rule about events, which make sense together: `contract`, `signature`, `where`. */
interface EventField {
  readonly type: "event";
  readonly about: string;
}

export type RuleField = NumberField | FlagField | WordsField | FoldersField | EventField;

const day = 86_400;
const held = { type: "number", min: 0, max: day, usual: 0, about: "Seconds that it has to last." } as const;
const quiet = {
  type: "number",
  min: 1,
  max: day,
  usual: 300,
  about: "Seconds after which the alert ends.",
} as const;

/** What a rule can be about, and what it can say. Reader and schema of rules know nothing else. */
export const ruleKinds = {
  down: {
    about: "A node, or a group on a node, doesn't answer.",
    fields: { seconds: held },
  },
  heightStands: {
    about: "A group makes no blocks while transactions wait.",
    fields: {
      seconds: { type: "number", min: 1, max: day, about: "Seconds without a new block." },
      evenIdle: { type: "flag", usual: false, about: "Also while no transaction waits." },
    },
  },
  lag: {
    about: "A node lacks blocks that others have.",
    fields: {
      blocks: { type: "number", min: 1, max: 1_000_000_000, about: "Blocks that the node lacks, at least." },
      seconds: held,
    },
  },
  fork: {
    about: "Blocks of a node differ from those of other endpoints.",
    fields: {},
  },
  unreachable: {
    about: "A node doesn't reach a sealer.",
    fields: { seconds: { ...held, usual: 60, about: "Seconds that it has to last." } },
  },
  restarts: {
    about: "A node stops answering again and again.",
    fields: {
      moreThan: { type: "number", min: 0, max: 1_000_000, about: "Times that are too many." },
      seconds: { type: "number", min: 1, max: day, about: "Seconds in which they are counted." },
    },
  },
  viewChanges: {
    about: "PBFT changes its view often.",
    fields: {
      moreThan: { type: "number", min: 0, max: 1_000_000, about: "Changes of the view that are too many." },
      seconds: { type: "number", min: 1, max: day, about: "Seconds in which they are counted." },
    },
  },
  failures: {
    about: "Many transactions of the latest blocks failed.",
    fields: {
      percent: { type: "number", min: 0, max: 99, about: "Share of failed transactions that is exceeded." },
      blocks: { type: "number", min: 1, max: 10_000, about: "Number of latest blocks, counted while it watches." },
    },
  },
  sealers: {
    about: "A sealer joins or leaves.",
    fields: { seconds: quiet },
  },
  config: {
    about: "A value of the system configuration changes.",
    fields: {
      keys: { type: "words", about: "Keys that are looked at; none: all that are known, once a minute." },
      seconds: quiet,
    },
  },
  event: {
    about: "A contract emits an event.",
    fields: {
      event: { type: "event", about: "Contract, signature, and conditions." },
      blocks: {
        type: "number",
        min: 0,
        max: 1000,
        usual: 0,
        about: "Blocks of the past that the first look takes in.",
      },
      seconds: quiet,
    },
  },
  certificate: {
    about: "A certificate of the connection expires soon.",
    fields: { days: { type: "number", min: 0, max: 36_500, about: "Days that are left." } },
  },
  disk: {
    about: "The disk of a node's folder on this machine is nearly full.",
    fields: {
      folders: { type: "folders", about: "Folders of nodes on this machine, absolute." },
      percent: { type: "number", min: 1, max: 99, usual: 10, about: "Share of the disk that has to be free." },
    },
  },
} as const satisfies Readonly<
  Record<string, { readonly about: string; readonly fields: Readonly<Record<string, RuleField>> }>
>;

export type RuleKind = keyof typeof ruleKinds;

type ValueOf<Field> = Field extends { type: "number" }
  ? number
  : Field extends { type: "flag" }
    ? boolean
    : Field extends { type: "words" }
      ? readonly string[]
      : Field extends { type: "folders" }
        ? readonly NamedPath[]
        : EventWish;

/** A rule of one kind. */
export type RuleOf<Kind extends RuleKind> = {
  readonly kind: Kind;
  /** The only one of its file with this name. */
  readonly name: string;
  /** The only group that it is about; without it all. */
  readonly group: string | undefined;
  /** Where it stands in its file, from 1. */
  readonly line: number;
} & { readonly [Name in keyof (typeof ruleKinds)[Kind]["fields"]]: ValueOf<(typeof ruleKinds)[Kind]["fields"][Name]> };

export type Rule = { [Kind in RuleKind]: RuleOf<Kind> }[RuleKind];
