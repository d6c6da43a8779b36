// Compiles the contracts of the sample workspace into the artifacts beside them (the shape Hardhat writes). Run after a
// change of a contract: `node scripts/run.mjs compile-samples`. FISCO BCOS runs Paris byte code by default.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./lint/sources";

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<
    string,
    Record<string, { abi: unknown; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }>
  >;
}

const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };
const workspace = join(root, "test/fixtures/workspace");
for (const file of readdirSync(join(workspace, "contracts")).filter((name) => name.endsWith(".sol"))) {
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: { [`contracts/${file}`]: { content: readFileSync(join(workspace, "contracts", file), "utf8") } },
        settings: {
          evmVersion: "paris",
          optimizer: { enabled: true, runs: 200 },
          outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
        },
      }),
    ),
  ) as Output;
  for (const error of output.errors ?? []) console.error(error.formattedMessage);
  for (const [sourceName, contracts] of Object.entries(output.contracts)) {
    for (const [contractName, contract] of Object.entries(contracts)) {
      const folder = join(workspace, "artifacts", sourceName);
      mkdirSync(folder, { recursive: true });
      const artifact = {
        _format: "hh-sol-artifact-1",
        contractName,
        sourceName,
        abi: contract.abi,
        bytecode: `0x${contract.evm.bytecode.object}`,
        deployedBytecode: `0x${contract.evm.deployedBytecode.object}`,
        linkReferences: {},
        deployedLinkReferences: {},
      };
      writeFileSync(join(folder, `${contractName}.json`), `${JSON.stringify(artifact, null, 2)}\n`);
    }
  }
}
