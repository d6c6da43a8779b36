import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../../src/chain/client/client";
import { getBlockByNumber } from "../../../../../src/chain/rpc/blocks";
import { otherGenesis } from "../../../../../src/extension/flows/nodes/otherGenesis";
import { InstanceCache } from "../../../../../src/extension/kit/memory/kept";
import type { NodeFolder } from "../../../../../src/extension/state/nodeFolders/nodeFolder";
import { transportTo } from "../../../../support/chainInProcess";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { Uri } from "../../../../support/fakeVscode/values";
import { genesisFileOf } from "../../../../support/genesisFile";

const genesis = (limit: number): string =>
  `[chain]\nsm_crypto=false\ngroup_id=group0\nchain_id=chain0\n[consensus]\nconsensus_type=pbft\nblock_tx_count_limit=${limit}000\nleader_period=1\nnode.0=${"a".repeat(128)}:1\n[version]\ncompatibility_version=3.6.0\n[tx]\ngas_limit=3000000000\n[executor]\nis_wasm=false\nis_auth_check=false\nauth_admin_account=\nis_serial_execute=true\n`;

describe("a node on another genesis block", () => {
  let on: ExtensionApp;
  let root: string;
  beforeAll(async () => {
    on = await extensionApp({ sealers: 2 } as never);
    root = mkdtempSync(join(tmpdir(), "chainside-genesis-"));
  });
  afterAll(() => {
    on.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  function folder(name: string, limit: number, consensusId?: string): NodeFolder {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, "config.ini"), "[p2p]\n");
    writeFileSync(join(root, name, "config.genesis"), genesis(limit));
    return {
      uri: Uri.file(join(root, name)),
      kept: new InstanceCache(),
      context: { identityLength: "auto" },
      name,
      node: { name, ...(consensusId === undefined ? {} : { consensusId }) },
    } as unknown as NodeFolder;
  }

  /** The chain's own answers, in which one peer is said to be on another genesis block. */
  function hearing(nodeId: string): Transport {
    const honest = transportTo(on.chain);
    return {
      ...honest,
      async request(method, params, ...rest) {
        const answer = await honest.request(method, params, ...rest);
        if (method !== "getSyncStatus") return answer;
        const status = JSON.parse(String(answer)) as { peers: object[]; genesisHash: string };
        const { genesisHash } = status;
        status.peers.push({ nodeID: nodeId, blockNumber: 3, genesisHash: "ee".repeat(32), latestHash: genesisHash });
        return JSON.stringify(status);
      },
    };
  }

  it("is told by the files where they differ from most of the chain's", async () => {
    const folders = [folder("node0", 1), folder("node1", 1), folder("node2", 2)];
    const found = await otherGenesis(on.app, folders);
    expect([...found.keys()].map((uri) => uri.split("/").at(-1))).toEqual(["node2"]);
    expect([...found.values()][0]).toMatch(/ in node0\. With another genesis block, /);
  });

  it("is told by what a connected node hears of it, and by a file that makes another block 0", async () => {
    const stranger = "c".repeat(128);
    const client = createClient(hearing(stranger), "group0");
    const session = { ...on.group.session, client };
    const { connection, groupId, genesisHash } = on.group;
    const onDidChange = (): object => ({ dispose: () => undefined });
    const genesisContent = (): Promise<string> => on.group.genesisContent();
    const group = { session, connection, groupId, genesisHash, genesisContent, onDidChange, kept: new InstanceCache() };
    const app = { ...on.app, connections: { ...on.app.connections, groups: [group] } } as never;
    const [own] = on.chain.network.nodes;
    const found = await otherGenesis(app, [folder("node3", 3, stranger), folder("node4", 3, own?.nodeId)]);
    const messages = [...found.values()];
    // the same settings, and yet another hash: started at height 0 another number of times
    const restarted = folder("node5", 1, stranger);
    const { extraData } = await getBlockByNumber(on.group.session.client, 0, "header");
    const text = genesisFileOf(Buffer.from(extraData.slice(2), "hex").toString());
    writeFileSync(join(restarted.uri.fsPath, "config.genesis"), text);
    const [again] = (await otherGenesis(app, [restarted])).values();
    expect(again).toMatch(/^It has the chain's config\.genesis, but was started at height 0 another number of times/);
    // its own node has the file of the chain and is no stranger
    const member = folder("node6", 1, own?.nodeId);
    writeFileSync(join(member.uri.fsPath, "config.genesis"), text);
    expect([...(await otherGenesis(app, [member]))]).toEqual([]);
    expect(messages[0]).toMatch(/^It runs on genesis block eeee.*never joins that chain/);
    expect(messages[1]).toMatch(/^Its config\.genesis creates genesis block .*, but in process · group0 has /);
  });
});
