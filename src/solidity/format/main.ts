// The process of the formatter: prettier with its plugin for Solidity, which take time and memory that grow faster than the source. It is
// given texts, and reads no file. Ends with its starter.
import type { Plugin } from "prettier";
import { format } from "prettier/standalone";
import solidity from "prettier-plugin-solidity/standalone";
import { serveStarter } from "../../processes/serveStarter";
import { forgeLayout } from "./forgeLayout";
import type { FormatterProtocol } from "./messages";

/** Where its parser stops, from 1. */
function lineOf(error: unknown): number | undefined {
  const { loc } = error as { readonly loc?: { readonly start?: { readonly line?: unknown } } };
  const line = loc?.start?.line;
  if (typeof line === "number") return line;
  // The parser of the plugin has it in its words, too: `mismatched input … (3:7)`.
  const [, written] = /\((\d{1,7}):\d{1,7}\)/.exec(error instanceof Error ? error.message : "") ?? [];
  return written === undefined ? undefined : Number(written);
}

/** So often at most, until what was made stays as it is. */
const maxRounds = 4;

/** A comment behind a block of assembly moves once more in the second round: what is formatted is what stays. */
async function formatUntilStable(source: string, plugin: Plugin, options: object): Promise<string> {
  let made = source;
  for (let round = 0; round < maxRounds; round++) {
    const next = await format(made, { parser: "solidity-parse", plugins: [plugin], ...options });
    if (next === made) break;
    made = next;
  }
  return made;
}

serveStarter<FormatterProtocol>(
  {
    format: async ({ text, style: { compiler, layout, heads, ...style } }) => {
      try {
        const options = { ...style, ...(compiler === "" ? {} : { compiler }) };
        const plugin = layout === "forge" ? forgeLayout(solidity, heads) : solidity;
        return { text: await formatUntilStable(text, plugin, options) };
      } catch (error) {
        return { line: lineOf(error) };
      }
    },
  },
  { report: (error) => ({ code: "unexpected", message: String(error), advice: undefined, details: {} }) },
);
