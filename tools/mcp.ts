// `npm run -s check:mcp`: the command line of the official inspector lists and calls every tool of `chainside mcp` on an embedded chain; a
// change is only previewed. It comes from npm, as `tools/inspector` pins it, into the folder of that name. Prints a line for each tool.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { root } from "../scripts/lint/sources";
import { npmPackages } from "../scripts/test/npmPackages";
import { startDevChain } from "../src/devchain/startDevChain";
import { allOperations } from "../src/operations/catalogue";
import type { Operation } from "../src/operations/model/operation";
import { likely } from "../test/support/likelyFields";

const server = join(root, "dist/cli.js");

const listed = v.object({
  tools: v.array(
    v.object({
      name: v.string(),
      inputSchema: v.object({
        properties: v.optional(v.object({ operation: v.optional(v.object({ enum: v.array(v.string()) })) })),
      }),
    }),
  ),
});

const answered = v.object({
  structuredContent: v.optional(v.looseObject({ status: v.string() })),
  isError: v.optional(v.boolean()),
});

const required = ({ fields }: Operation): number => Object.values(fields).filter(({ optional }) => !optional).length;

/** The operation of a tool that needs least, with what it needs. */
function callOf(name: string, verbs: readonly string[], operations: readonly Operation[]): string[] {
  const noun = name.replace(/_(?:read|change)$/, "");
  const [min] = operations
    .filter((each) => each.noun === noun && verbs.includes(each.verb))
    .sort((a, b) => required(a) - required(b));
  if (!min) return [];
  const needed = Object.entries(min.fields).filter(([, { optional }]) => !optional);
  const fields = Object.fromEntries(
    needed.map(([field, { kind, among }]) => [field, (among ?? likely[kind] ?? ["1"])[0]]),
  );
  const preview = name.endsWith("_change") ? ["preview=true"] : [];
  return [`operation=${min.verb}`, `fields=${JSON.stringify(fields)}`, ...preview];
}

async function main(): Promise<number> {
  const inspector = join(await npmPackages("tools/inspector"), "@modelcontextprotocol/inspector/cli/build/index.js");
  const chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0, openDev: true });
  const ask = async (...words: string[]): Promise<unknown> => {
    const line = [inspector, process.execPath, server, "mcp", "--url", chain.url, "--key", "dev0", ...words];
    return JSON.parse((await promisify(execFile)(process.execPath, line, { maxBuffer: 2 ** 26 })).stdout);
  };
  try {
    const { tools } = v.parse(listed, await ask("--method", "tools/list"));
    const operations = await allOperations();
    let failed = 0;
    for (const { name, inputSchema } of tools) {
      const given = callOf(name, inputSchema.properties?.operation?.enum ?? [], operations);
      const { structuredContent, isError = false } = v.parse(
        answered,
        await ask("--method", "tools/call", "--tool-name", name, ...given.flatMap((each) => ["--tool-arg", each])),
      );
      if (isError && !structuredContent) failed++;
      console.log(`${name}: ${structuredContent?.status ?? (isError ? "error" : "answered")} ${given.join(" ")}`);
    }
    console.log(`${tools.length - failed} of ${tools.length} tools answered`);
    return failed === 0 && tools.length > 0 ? 0 : 1;
  } finally {
    await chain.close();
  }
}

process.exitCode = await main();
