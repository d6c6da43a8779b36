import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { t } from "../../text/catalogue";
import { ContractFinder } from "../program/findContract";
import { compileAll } from "../program/startDebuggee";
import { AccountStorage } from "./accountStorage";
import { type ChainOfWords, embeddedWords, web3Words } from "./chainsOfWords";
import { knownKeys } from "./knownKeys";
import { KeyCandidates } from "./mappingKeys";
import type { InspectionOrder, StorageView } from "./messages";
import { StorageTree } from "./storageTree";
import { variablesOf } from "./variablesOf";

type StorageOrder = Extract<InspectionOrder, { kind: "storage" }>;

/** Slots that no variable explains are shown up to here. */
const mostOthers = 200;
/** Small numbers are the most usual keys of all; they are tried where that costs no question. */
const smallNumbers = Array.from({ length: 64 }, (_, i) => String(i));
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
  const address = `0x${word.toString(16).padStart(40, "0")}`;
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
      slot: `0x${slot.toString(16)}`,
      word: `0x${word.toString(16).padStart(64, "0")}`,
    })),
    othersLeft: Math.max(0, rest.length - mostOthers),
  };
}

/**
 * Reads a contract's storage by the names of its variables. The contract is found by its code among all that the project compiles to.
 * @throws ChainError of the chain or the compilers; the signal's reason.
 */
export async function inspectStorage(order: StorageOrder, signal?: AbortSignal): Promise<StorageView> {
  const address = order.address.toLowerCase();
  const { from } = order;
  const chain =
    from.kind === "embedded" ? await embeddedWords(from, address, signal) : await web3Words(from, address, signal);
  try {
    const { code, suite, revision } = chain;
    const own = await chain.code(address, signal);
    const notes: string[] = [];
    const { projects, problems } = await compileAll(
      {
        url: "",
        folder: order.folder,
        trusted: order.trusted,
        ...(order.solc === undefined ? {} : { solc: order.solc }),
      },
      suite as CryptoSuiteName,
      false,
      revision,
    );
    signal?.throwIfAborted();
    const finder = new ContractFinder(projects);
    const found = finder.find(own, false);
    const storage = new AccountStorage(address, cryptoSuite(suite), chain);
    const proxied = await implementationOf(storage, { ...chain, code }, signal);
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
    const variables = parts.flatMap((part) => variablesOf(part.found, address, part.code));
    const known = await knownKeys(
      order,
      chain,
      parts.map((part) => part.found.contract.abi),
      signal,
    );
    notes.push(...known.notes);
    if (storage.whole) known.keys.push(...smallNumbers);
    const candidates = new KeyCandidates([...order.keys, ...known.keys]);
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
    };
  } finally {
    await chain.close();
  }
}
