import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { nodesAround } from "../../../../src/chain/health/nodesAround";
import { openSession } from "../../../../src/chain/openSession";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { getGroupInfo } from "../../../../src/chain/rpc/groups";
import { getGroupMembers } from "../../../../src/chain/services/consensus/groupMembers";
import type { ChainSession } from "../../../../src/chain/session";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { hexToBytes } from "../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../../../src/devchain/keys/seededKeys";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { findOperation } from "../../../../src/operations/catalogue";
import { setConfigOperation } from "../../../../src/operations/config/config";
import type { OperationContext } from "../../../../src/operations/model/operation";
import { lockedBy, runbookOf } from "../../../../src/operations/upgrade/runbook";
import { planSwap } from "../../../../src/operations/upgrade/swapPlan";
import { ProgramSwap, type SwapMachine } from "../../../../src/operations/upgrade/swapProgram";
import { SwapWatch } from "../../../../src/operations/upgrade/swapWatch";
import { readUpgradeFacts, type UpgradeFacts } from "../../../../src/operations/upgrade/upgradeFacts";
import { upgradeFindings } from "../../../../src/operations/upgrade/upgradeFindings";
import { programOf, runFolderScript, sha256Of } from "../../../../src/processes/nodes/nodeProgram";
import { NodesHere } from "../../../../src/processes/nodes/nodesHere";
import { codeOf } from "../../../support/failure";
import { endFakeNodes } from "../../../support/fakeNodes";
import { freePorts } from "../../../support/ports";
import { writeProgram, writeSwappableNode } from "../../../support/swappableNodes";

const to = "3.17.1";
const seed = "upgrade";

/**
 * Four nodes: their programs and processes are real stand-ins, and an embedded chain with a database is what they agree on. It runs the
 * newer release once as many nodes as a block needs do.
 */
describe("the upgrade of a network of four nodes, from the check to the flags", () => {
  let folder: string;
  let chain: DevChain;
  let transport: Transport;
  let session: ChainSession;
  const running = new Map<string, string>();
  const node = (index: number): string => join(folder, `127.0.0.1/node${index}`);

  async function startChain(nodeVersion: string): Promise<void> {
    await transport?.close();
    await chain?.close();
    const options = { port: 0, sealers: 4, observers: 0, blockIntervalMs: 0, compatibilityVersion: "3.16.0", seed };
    chain = await startDevChain({ ...options, data: join(folder, "chain"), nodeVersion });
    transport = createHttpTransport({ url: chain.url, timeoutMs: 120_000 });
    session = await openSession(createClient(transport, "group0"));
  }

  /** Each node is asked by itself, and says what runs. */
  function context(): OperationContext {
    const open = async (url: string) => createHttpTransport({ url, timeoutMs: 120_000 });
    const around = nodesAround([chain.url], "group0", open);
    return {
      session,
      services: {
        nodes: async () => ({
          folders: around.folders,
          report: async () => {
            const own = (await getGroupInfo(session.client))?.nodeList[0];
            if (!own) return [];
            return [...running].map(([nodeID, version]) => ({
              ...own,
              nodeID,
              iniConfig: { ...own.iniConfig, binaryInfo: { ...own.iniConfig.binaryInfo, version } },
            })) as (typeof own)[];
          },
        }),
      },
    };
  }

  const facts = (): Promise<UpgradeFacts> => readUpgradeFacts(context(), { to, folders: [0, 1, 2, 3].map(node) });
  const codes = async (): Promise<string[]> =>
    upgradeFindings(await facts()).map(({ severity, code }) => `${severity} ${code}`);
  const signer = () => {
    const [account] = seededAccounts(session.suite, seed, 1);
    if (!account) throw new Error("the chain has an account");
    return privateKeySigner(session.suite, hexToBytes(account.privateKey));
  };
  const step = async () => {
    const operation = await findOperation("upgrade", "step");
    if (!operation) throw new Error("there is such an operation");
    return operation.prepare({ ...context(), account: signer().address }, { to, folder: [0, 1, 2, 3].map(node) });
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-network-"));
    mkdirSync(join(folder, "127.0.0.1"));
    writeProgram(join(folder, "127.0.0.1/fisco-bcos"), "3.16.4");
    writeProgram(join(folder, "new"), to);
    await startChain("3.16.4");
    const ports = await freePorts(4);
    for (const [index, { nodeId }] of (await getGroupMembers(session)).entries()) {
      writeSwappableNode(node(index), nodeId, ports + index);
      execFileSync("bash", [join(node(index), "start.sh")]);
      running.set(nodeId, "3.16.4");
    }
  });
  afterAll(async () => {
    endFakeNodes(folder);
    await transport.close();
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  it("begins with a sound check, a plan, and a data version that is locked", async () => {
    expect(await codes()).toEqual([]);
    const steps = runbookOf(await facts());
    expect(steps.map(({ kind, nodes }) => `${kind} ${nodes.length}`)).toEqual([
      "backup 1",
      "program 1",
      "program 2",
      "program 1",
      "check 0",
      "dataVersion 0",
      "after 0",
    ]);
    expect((await (await step()).preview()).blocked).toMatchObject({ code: "upgradeBlocked" });
    expect(await codeOf((await step()).run(signer()))).toBe("upgradeBlocked");
  });

  it("swaps the programs of all four in the order of the plan, and each makes blocks again", async () => {
    const before = await facts();
    const programs = new Map<string, string>();
    for (const { folder: here } of before.nodes) if (here) programs.set(here.path, await programOf(here.path));
    const plan = planSwap(before, programs);
    expect(plan).toMatchObject({ left: [] });
    const source = { path: join(folder, "new"), sha256: await sha256Of(join(folder, "new")) };
    const here = new NodesHere({
      source,
      listens: (path) => before.nodes.find((each) => each.folder?.path === path)?.folder?.listens,
      names: () => ({ old: "3.16.4", new: to }),
      run: async (path, script) => (await runFolderScript(path, script, 60_000)).exitCode === 0,
    });
    const watch = new SwapWatch(context);
    const machine: SwapMachine = {
      ...here,
      begins: () => watch.begin(),
      start: async (each) => {
        const started = await here.start(each);
        const printed = readFileSync(join(each.folder, "nohup.out"), "utf8").trim().split("\n").at(-1) ?? "";
        running.set(each.nodeId ?? "", printed.replace("FISCO BCOS Version : ", ""));
        const newer = [...running.values()].filter((release) => release === to).length;
        if (newer === 3) await startChain(to);
        return started;
      },
      sees: async (each) => {
        // transactions come all the time
        await setConfigOperation
          .prepare({ ...context(), account: signer().address }, { key: "tx_count_limit", value: "1000" })
          .run(signer());
        return watch.see(each);
      },
    };
    const end = await new ProgramSwap(machine, { to }).run(plan.batches);
    expect(end).toMatchObject({ kind: "done", unproven: [] });
    expect(end.swapped).toHaveLength(4);
    expect([...running.values()]).toEqual([to, to, to, to]);
    expect(here.kept).toEqual([join(folder, "127.0.0.1/fisco-bcos-3.16.4")]);
  });

  it("then raises the data version, which switches on what the plan told, and keeps the chain's past", async () => {
    expect(await codes()).toEqual([]);
    const ready = await facts();
    expect(lockedBy(ready)).toEqual([]);
    const height = await getBlockNumber(session.client);
    expect(height).toBeGreaterThan(0);
    await (await step()).run(signer());
    session = await openSession(createClient(transport, "group0"));
    expect(session.compatibilityVersion).toBe(to);
    expect(await getBlockNumber(session.client)).toBe(height + 1);
    const after = await facts();
    expect(runbookOf(after)).toEqual([]);
    expect(after.flagsOn).toEqual(expect.arrayContaining(["bugfix_auth_check", "bugfix_v1_eoa_as_contract"]));
  });
});
