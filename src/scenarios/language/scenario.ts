import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { NamedPath } from "../../files/namedPath";
import type { TextPosition } from "../../yaml/complaint";
import type { MapEntry, YamlValue } from "../../yaml/value";

/** What the name of a scenario's file ends in. */
export const scenarioEnding = ".chain.yaml";

/** What an embedded chain is made like; what is left out is its default. */
export interface ChainVariant {
  readonly suite?: CryptoSuiteName;
  readonly auth?: boolean;
  readonly executor?: 0 | 1;
  readonly nodeVersion?: string;
  readonly compatibility?: string;
  readonly features?: readonly string[];
}

/** An account: made for the run, or that of a key file. */
export interface AccountWish {
  readonly name: string;
  readonly place: TextPosition;
  /** Absolute path. */
  readonly key?: NamedPath;
  /** Environment variable with the key file's password. */
  readonly passwordEnv?: string;
}

export type StepKind = "deploy" | "link" | "call" | "send" | "encode" | "wait" | "set" | "operation";

/** The words of steps that name a function of a contract: one asks it, one sends a transaction to it, one gives its call data. */
export const functionWords = ["call", "send", "encode"] as const;

/** Whether a word begins such a step. */
export const namesFunction = (word: unknown): word is (typeof functionWords)[number] =>
  functionWords.some((each) => each === word);

/** One step as it is written; its values are put in when it runs. */
export interface Step {
  readonly kind: StepKind;
  /** The word that it begins with: `deploy`, `createTable`. */
  readonly word: string;
  readonly place: TextPosition;
  /** What stands behind the word. */
  readonly subject: YamlValue;
  readonly title: string;
  /** Name of the account that signs; undefined: `admin`, and none for a call. */
  readonly from: string | undefined;
  /** Name for what came of it. */
  readonly as: string | undefined;
  /** The other keys: `args`, `on`, `value` … */
  readonly more: ReadonlyMap<string, YamlValue>;
  readonly expect: YamlValue | undefined;
}

/** A scenario that can be run. */
export interface Scenario {
  readonly file: string;
  readonly title: string;
  /** Every chain that it is to be run on; at least one. */
  readonly variants: readonly ChainVariant[];
  readonly accounts: readonly AccountWish[];
  readonly variables: readonly MapEntry[];
  readonly steps: readonly Step[];
}

/** The account that the chain begins with, or that of `--key`. */
export const adminName = "admin";

/** Names that every scenario has: the run's own word, for names that a chain has only once, and the chain's suite. */
export const givenNames = ["run", "suite"] as const;

/** Keys that every step may have. */
export const commonKeys: readonly string[] = ["name", "from", "as", "expect"];
