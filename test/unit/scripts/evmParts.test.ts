import { resolve } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { onlyEvmParts } from "../../../scripts/bundling/evmParts";

const root = resolve(import.meta.dirname, "../../..");

it("bundles an EVM that runs, without the curves of later Ethereum and the logger of its library", async () => {
  const { metafile, outputFiles } = await build({
    stdin: {
      contents: `
        import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
        import { createEVM } from "@ethereumjs/evm";
        import { hexToBytes } from "@ethereumjs/util";
        const common = new Common({ chain: Mainnet, hardfork: Hardfork.Cancun });
        const evm = await createEVM({ common });
        const code = hexToBytes("0x602a60005260206000f3");
        export const returned = Buffer.from((await evm.runCode({ code, gasLimit: 1000000n })).returnValue).toString("hex");
        export const addresses = [...evm.precompiles.keys()].map((address) => parseInt(address, 16));
      `,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    target: "node20",
    mainFields: ["module", "main"],
    plugins: [onlyEvmParts],
  });
  const inputs = Object.keys(metafile.inputs).join("\n");
  expect(inputs).toMatch(/noble\/curves\/bn254/);
  expect(inputs).not.toMatch(/bls12-381|noble\/curves\/nist|node_modules\/debug\//); // words of packages
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  const bundled = (await import(`data:text/javascript;base64,${code}`)) as {
    readonly returned: string;
    readonly addresses: readonly number[];
  };
  expect(bundled.returned).toBe("2a".padStart(64, "0"));
  expect(bundled.addresses).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8, 9]));
});
