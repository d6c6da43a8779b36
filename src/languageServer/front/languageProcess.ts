import { Program } from "../../processes/program";
import { programFile } from "../../processes/programFile";
import type { Language, StartOptions } from "../protocol/messages";
import type { LanguageWorkerProtocol } from "../worker/messagePort";

/** A language that is parsed as a whole: in a process of its own. */
type ParsedLanguage = Exclude<Language, "config">;

/** Memory of a language, in MiB: what needs more is a bomb. */
const memory: Readonly<Record<ParsedLanguage, number>> = { scenario: 512, solidity: 2048 };

/** The language that begins before a document is open. */
export const firstLanguage = ({ opens = "solidity" }: StartOptions): Language => opens;

/** The process of one language. */
export interface LanguageProcess {
  readonly language: ParsedLanguage;
  readonly program: Program<LanguageWorkerProtocol>;
}

/** Starts the process of a language, which takes messages as soon as it runs. Needs nothing of the protocol's library. */
export const languageProcess = (language: ParsedLanguage): LanguageProcess => ({
  language,
  program: new Program<LanguageWorkerProtocol>({
    ...programFile("languageWorker", new URL("../worker/main.ts", import.meta.url)),
    memoryMiB: memory[language],
    frugal: true,
    environment: process.env,
    complaints: "shown",
    ended: (how) => new Error(how),
  }),
});
