import { type CompilerConsent, isSha256, noConsent } from "../../solidity/compilerReleases/consent";
import { text } from "../../text/catalogue";
import type { Usage } from "../output/usageText";

/** Options of every command that compiles. */
export const consentArguments = {
  "allow-compiler": { type: "string", multiple: true },
  "use-npmrc": { type: "boolean" },
} as const;

export const consentUsage: Usage["options"] = [
  [
    "--allow-compiler SHA256",
    text("also run the compiler with this hash, which isn't a release that Chainside knows; repeat for several"),
  ],
  ["--use-npmrc", text("get compilers as the project's .npmrc says, which is ignored otherwise")],
];

let given: CompilerConsent = noConsent;

/** What the command line of this process allows. */
export const givenConsent = (): CompilerConsent => given;

/** Takes it from the values of a command line, which may have none. @returns a hash that is none; undefined where all is well */
export function takeConsent(values: Readonly<Record<string, unknown>>): string | undefined {
  const hashes = values["allow-compiler"];
  const compilers = (Array.isArray(hashes) ? hashes : []).map((hash) => String(hash).toLowerCase());
  given = { compilers, npmrc: values["use-npmrc"] === true ? "any" : [] };
  return compilers.find((hash) => !isSha256(hash));
}
