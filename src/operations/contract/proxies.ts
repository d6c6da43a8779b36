import * as v from "valibot";
import { precompiledAt } from "../../chain/abi/precompiledContracts";
import { type ContractProxy, proxyKinds } from "../../chain/proxy/contractProxy";
import { proxyEvents } from "../../chain/proxy/upgrades";
import { getCode } from "../../chain/rpc/contractCode";
import { findAbi } from "../../chain/services/contract/lookUpAbi";
import { text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { asked } from "../kit/results";
import { contract } from "../kit/subjects";
import type { OperationContext } from "../model/operation";

/** What a proxy runs, and what that rests on: all of it is the node's word. */
export const proxyShown = v.object({
  kind: v.picklist(proxyKinds),
  foundBy: v.picklist(["code", "storage", "events", "call"]),
  /** Whose code runs, with the name that the person's folder has for it; of a diamond all of its facets. */
  implementations: v.array(v.object({ address: v.string(), name: v.optional(v.string()) })),
  /** Where it runs another proxy, whose code passes the call on. */
  through: v.optional(v.array(v.string())),
  /** Code to which the implementation passes on what it doesn't have. */
  extensions: v.optional(v.array(v.string())),
  beacon: v.optional(v.string()),
  /** Who may upgrade a transparent proxy. */
  admin: v.optional(v.string()),
});

/** A proxy as results hold it. */
export function proxyAsJson(
  { abiOf }: Pick<OperationContext, "abiOf">,
  { kind, foundBy, implementations, through, extensions, beacon, admin }: ContractProxy,
): v.InferOutput<typeof proxyShown> {
  return {
    kind,
    foundBy,
    implementations: implementations.map((address) => {
      const name = abiOf?.(address)?.name;
      return { address, ...(name ? { name } : {}) };
    }),
    ...(through ? { through: [...through] } : {}),
    ...(extensions ? { extensions: [...extensions] } : {}),
    ...(beacon ? { beacon } : {}),
    ...(admin ? { admin } : {}),
  };
}

/** What stands at an address. */
export const showContract = asking({
  noun: "contract",
  verb: "show",
  word: "showContract",
  summary: text(
    "What is at an address; for a proxy also the contract whose code it runs, how that is known, and its upgrades according to events.",
  ),
  fields: { contract },
  result: v.object({
    address: v.string(),
    kind: v.picklist(["builtin", "contract", "account"]),
    /** As the person's folder, a path or the node has it; empty where nothing names it. */
    name: v.string(),
    codeBytes: v.number(),
    /** Where its ABI is kept; null where it is unknown. */
    abi: v.nullable(v.picklist(["own", "chain", "link", "builtin"])),
    proxy: v.optional(proxyShown),
    /** It is a proxy, and the chain doesn't show whose code it runs. */
    runsUnknownCode: v.optional(v.literal(true)),
    upgrades: v.optional(v.array(v.object({ block: v.number(), target: v.string(), isBeacon: v.boolean() }))),
    /** Of a diamond: which functions were taken from which facet; null where they were removed. */
    cuts: v.optional(
      v.array(v.object({ block: v.number(), facet: v.nullable(v.string()), selectors: v.array(v.string()) })),
    ),
  }),
  run: async (context, given) => {
    const { session } = context;
    const options = asked(context);
    const { address, found, proxy, runsUnknownCode } = await findAbi(session, given.contract, context.abiOf, options);
    const fixed = precompiledAt(address);
    const code = fixed ? "0x" : await getCode(session.client, address, options);
    const codeBytes = Math.max(0, code.length / 2 - 1);
    const { upgrades, cuts } = proxy
      ? await proxyEvents(session.client, session.suite, proxy.beacon ?? address, options)
      : { upgrades: [], cuts: [] };
    return {
      address,
      kind: fixed ? ("builtin" as const) : codeBytes > 0 ? ("contract" as const) : ("account" as const),
      name: found?.name ?? "",
      codeBytes,
      abi: found?.source.kind ?? null,
      ...(proxy ? { proxy: proxyAsJson(context, proxy) } : {}),
      ...(runsUnknownCode ? { runsUnknownCode } : {}),
      ...(upgrades.length > 0 ? { upgrades: upgrades.map((each) => ({ ...each })) } : {}),
      ...(cuts.length > 0
        ? {
            cuts: cuts.map(({ block, facet = null, selectors }) => ({ block, facet, selectors: [...selectors] })),
          }
        : {}),
    };
  },
});
