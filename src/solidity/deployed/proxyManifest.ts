import * as v from "valibot";
import { proxyKinds } from "../../chain/proxy/contractProxy";
import type { DeployedAt, ProxyStep, RecordedChain } from "../../chain/proxy/proxyRecord";
import { type Address, type Hex, isAddress, isHash } from "../../crypto/bytes/hex";
import { phrase } from "../../text/catalogue";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import type { StorageLayout } from "../artifact/compiledProject";
import { readLayout } from "../layout/readLayout";

const maxText = 500;
const address = v.custom<Address>((value) => typeof value === "string" && isAddress(value), "no address");
const addressKey = v.pipe(
  v.string(),
  v.check((key) => isAddress(key), "no address"),
);
const hash = v.custom<Hex>((value) => typeof value === "string" && isHash(value), "no hash");
const shortText = v.pipe(v.string(), v.maxLength(maxText));
const blockNumber = v.pipe(v.number(), v.integer(), v.minValue(0));
const kind = v.picklist(proxyKinds);
const layout = v.pipe(
  v.unknown(),
  v.transform(readLayout),
  v.custom<StorageLayout>((found) => found !== undefined, "no storage layout"),
);

const implementationShape = v.strictObject({
  codeHash: hash,
  /** As the compiler names it: `contracts/Vault.sol:Vault`. */
  source: shortText,
  compiler: shortText,
  layout,
});

const upgradeShape = v.strictObject({ implementation: address, transaction: hash, block: blockNumber });

const proxyShape = v.strictObject({
  kind,
  beacon: v.optional(address),
  /** What it runs. */
  implementation: address,
  /** Which transactions pointed it where, oldest first. */
  history: v.array(upgradeShape),
});

const pendingShape = v.strictObject({
  transaction: hash,
  kind,
  beacon: v.optional(address),
  /** Undefined where the transaction makes it. */
  proxy: v.optional(address),
  implementation: address,
  blockLimit: blockNumber,
});

const chainShape = v.strictObject({
  name: shortText,
  genesis: hash,
  embedded: v.optional(v.literal(true)),
  proxies: v.record(addressKey, proxyShape),
  /** Signed, and not known yet what became of them. */
  pending: v.optional(v.array(pendingShape), []),
  implementations: v.record(addressKey, implementationShape),
});

const manifestShape = v.strictObject({ version: v.literal(1), chains: v.array(chainShape) });

type ChainRecord = v.InferOutput<typeof chainShape>;
/** What a project keeps of its proxies. */
export type ProxyManifest = v.InferOutput<typeof manifestShape>;
type ProxyRecord = v.InferOutput<typeof proxyShape>;
type Implementation = v.InferOutput<typeof implementationShape>;

export const emptyManifest: ProxyManifest = { version: 1, chains: [] };

/** What is wrong with a manifest, in few words. */
export class WrongManifest extends Error {}

const lower = (at: Address): Address => at.toLowerCase() as Address;

/** Addresses as keys have one spelling. */
const byAddress = <Value>(given: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key.toLowerCase(), value]));

/** Reads a manifest, which may come from outside. @throws WrongManifest: nothing of a wrong one is taken; OutOfBounds */
export function readManifest(text: string): ProxyManifest {
  let given: unknown;
  try {
    given = parseBoundedJson(text, jsonLimits.plain);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new WrongManifest(phrase("it isn't JSON"), { cause });
    throw cause;
  }
  const read = v.safeParse(manifestShape, given);
  if (!read.success) {
    const [issue] = read.issues;
    throw new WrongManifest(`${v.getDotPath(issue) ?? "it"}: ${issue.message}`);
  }
  const chains = read.output.chains.map((chain) => ({
    ...chain,
    proxies: byAddress(chain.proxies),
    implementations: byAddress(chain.implementations),
  }));
  return { version: 1, chains };
}

const lineWidth = 120;

/** JSON in which what fits in a line stands in one, so that a difference shows what changed. */
function jsonText(value: unknown, indent: string): string {
  const flat = JSON.stringify(value);
  if (typeof value !== "object" || value === null || flat.length <= lineWidth) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = Array.isArray(value)
    ? value.map((each) => jsonText(each, inner))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([key, each]) => `${JSON.stringify(key)}: ${jsonText(each, inner)}`);
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(",\n")}\n${indent}${close}`;
}

const sorted = <Value>(given: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Numbers of the syntax tree change with every edit, and no comparison reads them. */
const withoutTreeNumbers = (key: string, value: unknown): unknown => (key === "astId" ? undefined : value);

/** A manifest as it is written: the same content gives the same text, and additions don't move what was there. */
export function manifestText({ chains }: ProxyManifest): string {
  const ordered = [...chains]
    .sort((one, other) => (one.name + one.genesis < other.name + other.genesis ? -1 : 1))
    .map(({ pending, proxies, implementations, ...chain }) => ({
      ...chain,
      proxies: sorted(proxies),
      ...(pending.length > 0 ? { pending } : {}),
      implementations: sorted(implementations),
    }));
  const plain: unknown = JSON.parse(JSON.stringify({ version: 1, chains: ordered }, withoutTreeNumbers));
  return `${jsonText(plain, "")}\n`;
}

const isOf = ({ name, genesis }: RecordedChain, chain: ChainRecord): boolean =>
  chain.name === name && chain.genesis.toLowerCase() === genesis.toLowerCase();

/** What is kept of a chain. */
export const chainIn = ({ chains }: ProxyManifest, chain: RecordedChain): ChainRecord | undefined =>
  chains.find((each) => isOf(chain, each));

/** What is known of code where it is deployed: what was compiled to it. */
interface Compiled {
  readonly source: string;
  readonly compiler: string;
  readonly layout: StorageLayout;
}

/** The same manifest with another record of a chain. An embedded chain's goes when another one has begun in its place. */
function withChain(
  { chains }: ProxyManifest,
  of: RecordedChain,
  change: (chain: ChainRecord) => ChainRecord,
): ProxyManifest {
  const fresh: ChainRecord = {
    name: of.name,
    genesis: of.genesis,
    ...(of.isEmbedded ? { embedded: true } : {}),
    proxies: {},
    pending: [],
    implementations: {},
  };
  const others = chains.filter((each) => !isOf(of, each) && !(each.embedded && of.isEmbedded && each.name === of.name));
  return { version: 1, chains: [...others, change(chains.find((each) => isOf(of, each)) ?? fresh)] };
}

const withImplementation = (
  chain: ChainRecord,
  { implementation, codeHash }: DeployedAt,
  compiled: Compiled,
): ChainRecord => ({
  ...chain,
  implementations: { ...chain.implementations, [lower(implementation)]: { codeHash, ...compiled } },
});

/** What a transaction that is in a block came to: the proxy, and where it stands for a beacon, all proxies of that. */
function withOutcome(chain: ChainRecord, { transaction, proxy, block }: ProxyStep & { readonly step: "done" }) {
  const known = chain.pending.find((each) => each.transaction === transaction);
  const pending = chain.pending.filter((each) => each !== known);
  if (!known) return chain;
  const { kind: of, beacon, implementation } = known;
  const done = { implementation, transaction, block };
  const upgraded = ({ kind: its, beacon: by, history }: Omit<ProxyRecord, "implementation">): ProxyRecord => ({
    kind: its,
    ...(by ? { beacon: by } : {}),
    implementation,
    history: [...history, done],
  });
  const own = lower(proxy);
  // A proxy that is made begins anew, whatever stood at its address.
  const before = known.proxy === undefined ? undefined : chain.proxies[own];
  const siblings = Object.entries(chain.proxies).filter(
    ([at, each]) => beacon !== undefined && at !== own && each.beacon?.toLowerCase() === beacon.toLowerCase(),
  );
  const proxies: ChainRecord["proxies"] = {
    ...chain.proxies,
    ...(known.proxy === undefined ? {} : Object.fromEntries(siblings.map(([at, each]) => [at, upgraded(each)]))),
    [own]: upgraded({ kind: of, ...(beacon ? { beacon } : {}), history: before?.history ?? [] }),
  };
  return { ...chain, proxies, pending };
}

/**
 * The manifest after a step.
 * @param compiled what the code of the step was compiled from; needed where the step names code
 */
export function manifestAfter(manifest: ProxyManifest, step: ProxyStep, compiled: Compiled | undefined): ProxyManifest {
  switch (step.step) {
    case "deployed":
      return withChain(manifest, step.at.chain, (chain) =>
        compiled ? withImplementation(chain, step.at, compiled) : chain,
      );
    case "signed": {
      const { at, kind: of, beacon, isSource } = step.change;
      return withChain(manifest, at.chain, (chain) => {
        const pending = {
          transaction: step.transaction,
          kind: of,
          ...(beacon ? { beacon: lower(beacon) } : {}),
          ...(at.proxy ? { proxy: lower(at.proxy) } : {}),
          implementation: lower(at.implementation),
          blockLimit: step.blockLimit,
        };
        const held = compiled && isSource ? withImplementation(chain, at, compiled) : chain;
        return { ...held, pending: [...held.pending, pending] };
      });
    }
    case "done":
      return withChain(manifest, step.chain, (chain) => withOutcome(chain, step));
    case "failed":
      return withChain(manifest, step.chain, (chain) => ({
        ...chain,
        pending: chain.pending.filter(({ transaction }) => transaction !== step.transaction),
      }));
  }
}

/** What a manifest says of code that is deployed. */
interface Recorded {
  readonly implementation: Implementation | undefined;
  /** What the proxy runs by the manifest, where that is other code than the chain says; undefined where it doesn't know the proxy. */
  readonly otherwise: Address | undefined;
  /** Its code at this address has another hash. */
  readonly otherCode: boolean;
}

/** Looks deployed code up. A transaction that was signed may have been done. */
export function recordedIn(manifest: ProxyManifest, { chain, proxy, implementation, codeHash }: DeployedAt): Recorded {
  const known = chainIn(manifest, chain);
  const own = lower(implementation);
  const found = known?.implementations[own];
  const same = found?.codeHash.toLowerCase() === codeHash.toLowerCase();
  const running = proxy && known?.proxies[lower(proxy)]?.implementation.toLowerCase();
  const signed = known?.pending.some(
    (each) => each.proxy?.toLowerCase() === proxy?.toLowerCase() && each.implementation.toLowerCase() === own,
  );
  return {
    implementation: same ? found : undefined,
    otherwise: running && running !== own && !signed ? (running as Address) : undefined,
    otherCode: found !== undefined && !same,
  };
}
