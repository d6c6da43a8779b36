import { numberToHex } from "../../crypto/bytes/hex";
import { cryptoSuite } from "../../crypto/suites";
import { t } from "../../text/catalogue";
import { ContractFinder } from "../program/findContract";
import type { ForkConsent } from "../program/forkConsent";
import { compileAll } from "../program/startDebuggee";
import { ProjectSyntax } from "../source/syntax";
import { addressText } from "../values/value";
import { AccountStorage } from "./accountStorage";
import { type ChainOfWords, embeddedWords, web3Words } from "./chainsOfWords";
import { knownKeys } from "./knownKeys";
import { KeyCandidates } from "./mappingKeys";
import type { InspectionOrder, StorageView } from "./messages";
import { sourceKeys } from "./sourceKeys";
import { StorageTree } from "./storageTree";
import { variablesOf } from "./variablesOf";

type StorageOrder = Extract<InspectionOrder, { kind: "storage" }>;

/** Slots that no variable explains are shown up to here. */
const mostOthers = 200;
/** Small numbers are the most usual keys of all; they are tried where that costs no question. */
const smallNumbers = Array.from({ length: 64 }, (_, i) => String(i));
/** So many values of the source are tried as keys: fewer where every one is a question. */
const mostSourceKeys = { known: 200, asked: 40 };
/** Where proxies keep the address of their implementation (ERC-1967): a number that is the same whatever the chain hashes with. */
const implementationSlot = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbcn;

async function implementationOf(
  storage: AccountStorage,
  chain: ChainOfWords,
  signal: AbortSignal | undefined,
): Promise<{ readonly address: string; readonly code: string } | undefined> {
  const word = await storage.settle(() => {
    try {
      return storage.view.storage(storage.address, implementationSlot, false);
    } catch {
      return 0n;
    }
  }, signal);
  if (word === 0n || word >> 160n !== 0n) return undefined;
  const address = addressText(word);
  const code = await chain.code(address, signal);
  return code.length > 2 ? { address, code } : undefined;
}

function othersOf(storage: AccountStorage, tree: StorageTree): Pick<StorageView, "others" | "othersLeft"> {
  const rest = [...(storage.whole ?? [])]
    .filter(
      ([slot, word]) =>
        word !== 0n &&
        !storage.read.has(slot) &&
        !tree.stretches.some(({ start, count }) => slot >= start && slot < start + count),
    )
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    others: rest.slice(0, mostOthers).map(([slot, word]) => ({
      slot: numberToHex(slot),
      word: `0x${word.toString(16).padStart(64, "0")}`,
    })),
    othersLeft: Math.max(0, rest.length - mostOthers),
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
    const { projects, problems } = await compileAll(
      {
        url: "",
        folder: order.folder,
        trusted: order.trusted,
        ...(order.solc === undefined ? {} : { solc: order.solc }),
      },
      suite,
      false,
      revision,
    );
    signal?.throwIfAborted();
    const finder = new ContractFinder(projects);
    const found = finder.find(own, false);
    const storage = new AccountStorage(address, cryptoSuite(suite), chain);
    const proxied = await implementationOf(storage, chain, signal);
    const behind = proxied && finder.find(proxied.code, false);
    const parts = [
      ...(found ? [{ found, code: own }] : []),
      ...(behind && proxied ? [{ found: behind, code: proxied.code }] : []),
    ];
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
      const most = storage.whole ? mostSourceKeys.known : mostSourceKeys.asked;
      return node ? sourceKeys(syntax, node, (bytes) => cryptoSuite(suite).hash(bytes), most) : [];
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
