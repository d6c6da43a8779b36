import { codeOf, proxyFinding } from "../../chain/proxy/contractProxy";
import { type ProxyChain, readProxy } from "../../chain/proxy/recognizeProxy";
import { proxyEvents } from "../../chain/proxy/upgrades";
import { type Address, numberToHex } from "../../crypto/bytes/hex";
import { cryptoSuite } from "../../crypto/suites";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { ContractFinder } from "../program/findContract";
import type { ForkConsent } from "../program/forkConsent";
import { launchedProject } from "../program/launchedPath";
import { compileAll } from "../program/startDebuggee";
import { ProjectSyntax } from "../source/syntax";
import { AccountStorage } from "./accountStorage";
import { type ChainOfWords, embeddedWords, web3Words } from "./chainsOfWords";
import { knownKeys } from "./knownKeys";
import { KeyCandidates } from "./mappingKeys";
import type { InspectionOrder, StorageView } from "./messages";
import { sourceKeys } from "./sourceKeys";
import { StorageTree, variablesOf } from "./storageTree";

type StorageOrder = Extract<InspectionOrder, { kind: "storage" }>;

/** Slots that no variable explains are shown up to here. */
const maxOthers = 200;
/** Small numbers are the most usual keys of all; they are tried where that costs no question. */
const smallNumbers = Array.from({ length: 64 }, (_, i) => String(i));
/** So many values of the source are tried as keys: fewer where every one is a question. */
const maxSourceKeys = { known: 200, asked: 40 };
/** Of a diamond, the code of so many facets is read. */
const maxFacets = 20;

/** The code that a proxy runs on the storage, and what a person should know of it; nothing of what is no proxy. */
async function codeBehind(
  storage: AccountStorage,
  chain: ChainOfWords,
  own: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly codes: readonly string[]; readonly note?: string }> {
  const suite = cryptoSuite(chain.suite);
  const at: ProxyChain = {
    call: (to, data) => chain.call(to, data, signal),
    slots: async (of, slots) => {
      if (of !== storage.address) return undefined;
      const words = await storage.settle(() => slots.map((slot) => wordOr0(storage, slot)), signal);
      // No variable explains them: they are still shown as they are.
      for (const slot of slots) storage.read.delete(slot);
      return words;
    },
    code: (of) => chain.code(of, signal),
    // A web3 port alone isn't asked for them.
    events: async (of) =>
      chain.client ? proxyEvents(chain.client, suite, of, signal ? { signal } : {}) : { upgrades: [] },
  };
  const reading = await readProxy(at, suite, storage.address as Address, own);
  if (reading.kind === "unreadable")
    return {
      codes: [],
      note: t("A proxy, and nothing shows whose code it runs: what that code stores is shown as raw slots."),
    };
  if (reading.kind !== "proxy") return { codes: [] };
  const { proxy } = reading;
  const codes = await Promise.all(
    codeOf(proxy)
      .slice(0, maxFacets)
      .map((each) => chain.code(each, signal)),
  );
  const note = t("{0}: runs the code of {1}.", proxyFinding(proxy), listed([...codeOf(proxy)]));
  return { codes: codes.filter((code) => code.length > 2), note };
}

/** 0 as long as it wasn't fetched. */
function wordOr0(storage: AccountStorage, slot: bigint): bigint {
  try {
    return storage.view.storage(storage.address, slot, false);
  } catch {
    return 0n;
  }
}

function othersOf(storage: AccountStorage, tree: StorageTree): Pick<StorageView, "others" | "othersLeft"> {
  const rest = [...(storage.whole ?? [])]
    .filter(
      ([slot, word]) =>
        word !== 0n &&
        !storage.read.has(slot) &&
        !tree.ranges.some(({ start, count }) => slot >= start && slot < start + count),
    )
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    others: rest.slice(0, maxOthers).map(([slot, word]) => ({
      slot: numberToHex(slot),
      word: `0x${word.toString(16).padStart(64, "0")}`,
    })),
    othersLeft: Math.max(0, rest.length - maxOthers),
  };
}

/** Where the words come from. */
async function chainOf(
  from: StorageOrder["from"],
  address: string,
  signal: AbortSignal | undefined,
  consent: ForkConsent | undefined,
): Promise<ChainOfWords> {
  if (from.kind === "embedded") return embeddedWords(from, address, signal);
  if (from.kind === "web3") return web3Words(from, address, signal);
  if (!consent) throw new Error("no one says what is re-executed");
  const { rebuiltWords } = await import("./rebuiltWords");
  return rebuiltWords(signal ? { ...consent, signal } : consent, address, from.blocks);
}

/**
 * Reads a contract's storage by the names of its variables. The contract is found by its code among all that the project compiles to.
 * @throws ChainError of the chain or the compilers; the signal's reason.
 */
export async function inspectStorage(
  order: StorageOrder,
  signal?: AbortSignal,
  consent?: ForkConsent,
): Promise<StorageView> {
  const address = order.address.toLowerCase();
  const chain = await chainOf(order.from, address, signal, consent);
  try {
    const { suite, revision } = chain;
    const own = await chain.code(address, signal);
    const notes: string[] = [...(chain.notes ?? [])];
    const { projects, problems } = await compileAll(launchedProject(order), suite, false, revision);
    signal?.throwIfAborted();
    const finder = new ContractFinder(projects);
    const storage = new AccountStorage(address, cryptoSuite(suite), chain);
    const { codes, note } = await codeBehind(storage, chain, own, signal);
    const parts = [own, ...codes].flatMap((code) => {
      const one = finder.find(code, false);
      return one ? [{ found: one, code }] : [];
    });
    if (note) notes.push(note);
    if (parts.length === 0) {
      notes.push(
        t(
          "No source for the code at {0}. Nothing in this project compiles to it, so only raw slots are shown.",
          address,
        ),
      );
      for (const problem of problems.slice(0, 3)) notes.push(problem);
    }
    const described = parts.map((part) => ({ ...part, syntax: new ProjectSyntax(part.found.project) }));
    const variables = described.flatMap((part) => variablesOf(part.found, address, part.code, part.syntax));
    const known = await knownKeys(
      order,
      chain,
      parts.map((part) => part.found.contract.abi),
      signal,
    );
    notes.push(...known.notes);
    if (storage.whole) known.keys.push(...smallNumbers);
    const named = described.flatMap(({ found: { contract }, syntax }) => {
      const node = syntax.contract(contract.name, contract.sourceName);
      const max = storage.whole ? maxSourceKeys.known : maxSourceKeys.asked;
      return node ? sourceKeys(syntax, node, (bytes) => cryptoSuite(suite).hash(bytes), max) : [];
    });
    const candidates = new KeyCandidates([...order.keys, ...named, ...known.keys]);
    const settled = await storage.settle(() => {
      const tree = new StorageTree(storage, candidates, known.traced);
      const lookedUp = order.expressions.map((each) => tree.lookedUp(variables, each));
      return { tree, lookedUp, shown: variables.map((each) => tree.shown(each)) };
    }, signal);
    const { tree, lookedUp, shown } = settled;
    if (tree.cut || storage.tooMuch) notes.push(t("Not everything is shown."));
    const block = await chain.block();
    if (block.moved) notes.push(t("New blocks arrived while this was read, so values might be from different blocks."));
    return {
      address,
      contract: parts.map((part) => part.found.contract.name).join(" → "),
      source: parts[0]?.found.contract.sourceName ?? "",
      ...(block.number === undefined ? {} : { block: block.number }),
      variables: shown,
      lookedUp,
      ...othersOf(storage, tree),
      notes,
      ...(chain.certainty === undefined ? {} : { certainty: chain.certainty }),
    };
  } finally {
    await chain.close();
  }
}
