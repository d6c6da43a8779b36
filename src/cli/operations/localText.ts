import { type LocalizableText, text } from "../../text/catalogue";

/** What a noun of the catalogue also does that is no operation on a chain: it works on files and programs of this machine. */
interface LocalWord {
  readonly form: string;
  readonly summary: LocalizableText;
}

export const localText = {
  node: {
    "renew-certificates": {
      form: "renew-certificates FOLDER…",
      summary: text("Issues TLS certificates of nodes and clients again by the chain's CA, with the same keys."),
    },
  },
  upgrade: {
    swap: {
      form: "swap RELEASE",
      summary: text(
        "Swaps the programs of nodes on this machine for that of a later release, one node after the other.",
      ),
    },
    runbook: {
      form: "runbook RELEASE",
      summary: text("Prints the way to a later release as a page in Markdown: nodes, findings, and steps to tick off."),
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, LocalWord>>>>;

/** Words of a noun with what they do, for its usage. */
export function localWordsOf(noun: string): readonly (readonly [word: string, what: LocalWord])[] {
  const words: Readonly<Record<string, Readonly<Record<string, LocalWord>>>> = localText;
  return Object.hasOwn(words, noun) ? Object.entries(words[noun] ?? {}) : [];
}
