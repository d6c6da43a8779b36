import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { readFunction } from "../../../src/chain/services/contract/readFunction";
import { requireSuccess } from "../../../src/chain/services/contract/requireSuccess";
import { transact } from "../../../src/chain/transaction/transact";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { type Address, hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { startDevChain } from "../../../src/devchain/startDevChain";
import { checkFolder } from "../../../tools/compileCheck/checkFolder";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const root = resolve(import.meta.dirname, "../../..");
const templates = join(root, "media/contracts");
const names = readdirSync(templates).filter((name) => name.endsWith(".sol"));

describe.each(["standard", "sm"] as const)("the templates of New Contract on a chain of suite %s", (suite) => {
  let solidity: SolidityWorkspace;
  beforeAll(() => {
    solidity = new SolidityWorkspace({});
    cpSync(templates, solidity.folder, { recursive: true });
    cpSync(join(root, "test/fixtures/templates/expected.json"), solidity.path("expected.json"));
  });
  afterAll(() => solidity.close());

  it("compile without a warning, deploy and do what they say", async () => {
    const { compiled, deployed, called } = await checkFolder(solidity.folder, suite, solidity.compiler, {});
    expect([...compiled.problems, ...deployed.problems, ...called.problems]).toEqual([]);
    expect(compiled.total).toBe(names.length);
    expect(called.total).toBeGreaterThan(30);
    if (suite === "sm") return; // its warnings are those of the other suite
    for (const name of names) expect((await solidity.check(name))[0]?.diagnostics, name).toEqual([]);
  });

  it("exchange a version by its link, and go back to the one before", async () => {
    const chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0 });
    try {
      const session = await openSession(createClient(createHttpTransport({ url: [chain.url], timeoutMs: 60_000 }), ""));
      const signer = privateKeySigner(session.suite, hexToBytes(chain.accounts[0]?.privateKey ?? ""));
      const { files } = await solidity.compiler.compile({
        ...solidity.request("VersionedPrice.sol", {}, suite),
        root: solidity.folder,
        outputs: "contracts",
      });
      const deploy = async (name: string, args: readonly unknown[]) => {
        const contract = files[0]?.contracts.find((each) => each.name === name);
        const abi = contractInterface(contract?.abi ?? [], session.suite);
        const data = abi.encodeDeploy(contract?.bytecode.object ?? "", args);
        const receipt = await transact(session, signer, { data }, {});
        await requireSuccess(session, receipt, abi);
        return { name, abi, address: receipt.contractAddress as Address };
      };
      const [first, second, shop] = [
        await deploy("PriceV1", []),
        await deploy("PriceV2", []),
        await deploy("Shop", ["price"]),
      ];
      const send = async (name: string, args: readonly unknown[]) => {
        const data = shop.abi.encodeCall(shop.abi.getFunction(name).signature, args);
        await requireSuccess(session, await transact(session, signer, { to: shop.address, data }, {}), shop.abi);
      };
      const price = async () => {
        const { values } = await readFunction(session, shop, shop.abi.getFunction("priceOf"), ["10"]);
        return String(values[0]?.value);
      };
      await send("publish", ["v1", first.address]);
      expect(await price()).toBe("1000");
      await send("publish", ["v2", second.address]);
      expect(await price()).toBe("900");
      await send("use", ["v1"]);
      expect(await price()).toBe("1000");
    } finally {
      await chain.close();
    }
  });
});

it("each template declares the contract that its file is named after, or what New Contract leaves as it is", () => {
  const plain = names.filter((name) => name !== "VersionedPrice.sol");
  for (const name of plain)
    expect(readFileSync(join(templates, name), "utf8")).toContain(`\ncontract ${name.replace(".sol", "")} `);
});
