import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { type CallToolResult, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Answer } from "../../src/assistants/answers/answer";
import { Pages } from "../../src/assistants/answers/pages";
import { Assistant } from "../../src/assistants/assistant";
import type { AssistantChain } from "../../src/assistants/assistantChain";
import type { BesideChain } from "../../src/assistants/mcp/besideTools";
import { mcpServer } from "../../src/assistants/mcp/mcpServer";
import type { WorkspaceFiles } from "../../src/assistants/resources/resource";
import type { Permit } from "../../src/assistants/signing/permit";
import { toolsOf } from "../../src/assistants/tools/toolsOf";
import { createClient, type Transport } from "../../src/chain/client/client";
import { isEmbedded } from "../../src/chain/dev/devPowers";
import { openSession } from "../../src/chain/openSession";
import { resolveTarget } from "../../src/chain/services/bfs/readLink";
import type { ChainSession } from "../../src/chain/session";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { hexToBytes } from "../../src/crypto/bytes/hex";
import type { Signer } from "../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../src/devchain/keys/seededKeys";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { allOperations, nouns } from "../../src/operations/catalogue";
import { chineseWords } from "../../src/text/catalogueFile";
import { ChainInProcess, transportTo } from "./chainInProcess";

/** What the person at the other end does with a question; undefined where the client can't ask. */
export type Person = ((question: string) => "yes" | "no" | "close") | undefined;

/** A session of an embedded chain, and how often its account signed. */
export interface AssistantBench {
  readonly session: ChainSession;
  readonly signer: Signer;
  /** Of signatures of the account's key, whatever they were for. */
  readonly signatures: () => number;
  close(): Promise<void>;
}

/** The same with a port, for who comes from outside. */
export interface PortBench extends AssistantBench {
  readonly chain: DevChain;
}

type ChainOptions = NonNullable<Parameters<typeof startDevChain>[0]>;

const usual = { sealers: 2, observers: 1, blockIntervalMs: 0 } as const;

/** A chain with a port. */
export async function portBench(options: ChainOptions = {}): Promise<PortBench> {
  const chain = await startDevChain({ port: 0, openDev: true, ...usual, ...options });
  const bench = await benchOn(createHttpTransport({ url: chain.url }), () => chain.close());
  return { ...bench, chain };
}

/** A chain in this process, which costs less. */
export async function assistantBench(options: ChainOptions = {}): Promise<AssistantBench> {
  const chain = await ChainInProcess.start({ accounts: 1, ...usual, ...options });
  return benchOn(transportTo(chain), async () => chain.close());
}

async function benchOn(transport: Transport, close: () => Promise<void>): Promise<AssistantBench> {
  const session = await openSession(createClient(transport, "group0"));
  const [account] = seededAccounts(session.suite, "chainside", 1);
  if (!account) throw new Error("no account");
  const own = privateKeySigner(session.suite, hexToBytes(account.privateKey));
  let signatures = 0;
  const signer: Signer = {
    address: own.address,
    suite: own.suite,
    sign: (hash) => {
      signatures++;
      return own.sign(hash);
    },
  };
  return {
    session,
    signer,
    signatures: () => signatures,
    close: async () => {
      await transport.close();
      await close();
    },
  };
}

/** A client of the tools in this process, what was written down, and what the person was asked. */
export interface AssistantClient {
  readonly client: Client;
  readonly assistant: Assistant;
  readonly log: string[];
  readonly questions: string[];
  call(name: string, given: unknown): Promise<CallToolResult & { readonly structuredContent: Answer }>;
  close(): Promise<void>;
}

export async function assistantClient(
  { session, signer }: AssistantBench,
  permit: Partial<Permit>,
  {
    person,
    budget,
    workspace,
    log: failing,
    audit,
    beside,
  }: {
    readonly person?: Person;
    readonly budget?: number;
    readonly workspace?: WorkspaceFiles;
    readonly log?: AssistantChain["log"];
    readonly audit?: AssistantChain["audit"];
    readonly beside?: BesideChain;
  } = {},
): Promise<AssistantClient> {
  const log: string[] = [];
  const questions: string[] = [];
  const places: AssistantChain = {
    connection: "test (local)",
    permit: { access: "readOnly", free: false, budget: 1_000_000, ...permit },
    session: async () => session,
    account: async () => ({ address: signer.address, signer }),
    resolve: () => (given) => resolveTarget(session, given),
    known: ({ client }) => ({
      services: { embedded: async () => ((await isEmbedded(client)) ? client : undefined) },
    }),
    audit,
    log:
      failing ??
      (async (line) => {
        log.push(line);
      }),
  };
  const operations = await allOperations();
  const assistant = new Assistant(places, budget === undefined ? undefined : new Pages(budget));
  const server = mcpServer({
    version: "0.0.0",
    tools: (some) => toolsOf(some, nouns, chineseWords),
    assistant,
    places: { connection: "test", session: async () => session, operations, workspace },
    ...(beside ? { beside } : {}),
  });
  const client = new Client(
    { name: "test", version: "0" },
    { capabilities: person ? { elicitation: { form: {} } } : {} },
  );
  if (person) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      const answer = person(params.message);
      if (answer === "close") return { action: "cancel" };
      return { action: "accept", content: { sign: answer === "yes" } };
    });
  }
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  return {
    client,
    assistant,
    log,
    questions,
    call: async (name, given) =>
      (await client.callTool({ name, arguments: given as Record<string, unknown> })) as never,
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}
