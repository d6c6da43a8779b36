import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

interface Code {
  object: string;
  linkReferences: unknown;
}

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: unknown; evm: { bytecode: Code; deployedBytecode: Code } }>>;
}

const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };

/**
 * Compiles the contracts of a folder for the Paris machine, which FISCO BCOS runs by default.
 * @param outFolder where the artifacts go, in the shape that Hardhat writes
 * @param sourceRoot what the artifacts call the folder
 */
export function compileFolder(folder: string, outFolder: string, sourceRoot: string): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".sol"))) {
    const input = {
      language: "Solidity",
      sources: { [`${sourceRoot}/${file}`]: { content: readFileSync(join(folder, file), "utf8") } },
      settings: {
        evmVersion: "paris",
        optimizer: { enabled: true, runs: 200 },
        outputSelection: { "*": { "*": ["abi", "evm.bytecode", "evm.deployedBytecode"] } },
      },
    };
    const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
    for (const error of output.errors ?? []) console.error(error.formattedMessage);
    for (const [sourceName, contracts] of Object.entries(output.contracts)) {
      for (const [contractName, contract] of Object.entries(contracts)) {
        const target = join(outFolder, sourceName);
        mkdirSync(target, { recursive: true });
        const artifact = {
          _format: "hh-sol-artifact-1",
          contractName,
          sourceName,
          abi: contract.abi,
          bytecode: `0x${contract.evm.bytecode.object}`,
          deployedBytecode: `0x${contract.evm.deployedBytecode.object}`,
          linkReferences: contract.evm.bytecode.linkReferences,
          deployedLinkReferences: contract.evm.deployedBytecode.linkReferences,
        };
        writeFileSync(join(target, `${contractName}.json`), `${JSON.stringify(artifact, null, 2)}\n`);
      }
    }
  }
}
