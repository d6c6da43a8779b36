import * as v from "valibot";
import { creationCode } from "../../chain/artifact/readArtifact";
import { text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { aFlag, aText, optional } from "../model/fields";

/** No file has more to say that anyone reads. */
const mostDiagnostics = 200;

const compile = asking({
  noun: "source",
  verb: "compile",
  word: "compileSource",
  summary: text("What a Solidity file of the folder compiles to for this chain: contracts, errors, and warnings."),
  fields: {
    file: aText(text("Solidity file, such as contracts/Coin.sol")),
    code: optional(aFlag(text("With ABI and code"), { usual: "false" })),
  },
  needs: "sources",
  result: v.object({
    source: v.string(),
    compiled: v.boolean(),
    /** Its version; null where no compiler fits. */
    compiler: v.nullable(v.string()),
    evmVersion: v.nullable(v.string()),
    contracts: v.array(
      v.object({
        name: v.string(),
        /** Of the creation code; 0 for interfaces and abstract contracts. */
        bytes: v.number(),
        abi: v.optional(v.unknown()),
        code: v.optional(v.string()),
      }),
    ),
    diagnostics: v.array(v.object({ severity: v.picklist(["error", "warning", "info"]), message: v.string() })),
  }),
  holds: ({ compiled }) => compiled,
  run: async ({ session, signal }, given, sources) => {
    const { source, compiled, compiler, evmVersion, contracts, diagnostics } = await sources.compile(
      given.file,
      signal,
    );
    return {
      source,
      compiled,
      compiler: compiler ?? null,
      evmVersion: evmVersion ?? null,
      contracts: contracts.map((contract) => {
        const { name, abi, bytecode = "" } = contract;
        const code = bytecode === "" ? "" : creationCode(contract, session.suite.name);
        return { name, bytes: code.length / 2, ...(given.code ? { abi, code } : {}) };
      }),
      diagnostics: diagnostics.slice(0, mostDiagnostics).map(({ severity, message }) => ({ severity, message })),
    };
  },
});

/** What is made of the sources of the person's folder. */
export const sourceOperations = [compile] as const;
