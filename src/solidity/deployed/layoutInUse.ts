import type { DeployedAt } from "../../chain/proxy/proxyRecord";
import { ChainError } from "../../errors/chainError";
import { type LocalizableText, text } from "../../text/catalogue";
import { thrownText } from "../../text/thrownText";
import type { StorageLayout } from "../artifact/compiledProject";
import { type DeployedCode, keptContractOf } from "../compile/keptContract";
import {
  addsVariables,
  compareLayouts,
  type LayoutChange,
  type LayoutComparison,
  proxyChanges,
  uncompared,
} from "../layout/layoutChanges";
import { verifyCode } from "../verify/verifyCode";
import { manifestName, readManifestIn } from "./manifestFile";
import { recordedIn } from "./proxyManifest";

/** Deployed code, and how the project's records name it. */
interface NamedCode extends DeployedCode {
  readonly at?: DeployedAt | undefined;
}

export interface CodeInUse extends NamedCode {
  /** Other code that stores on the same account. */
  readonly beside?: readonly Omit<NamedCode, "within">[] | undefined;
  /** Code of proxies that may keep variables of their own on it. */
  readonly proxies?: readonly Omit<NamedCode, "within">[] | undefined;
}

/** Where deployed code keeps its variables. */
export interface LayoutInUse {
  /** Undefined where nothing here tells. */
  readonly layout: StorageLayout | undefined;
  /** What speaks against what is known of it: with one of them, nothing is proven. */
  readonly doubts: readonly LayoutChange[];
  /** Where other code on the same account keeps its variables. */
  readonly beside?: readonly StorageLayout[];
  /** Where proxies in front of it keep their own variables; undefined where nothing here tells. */
  readonly proxies?: readonly { readonly layout: StorageLayout | undefined; readonly unknown: LayoutChange }[];
}

/** Whether an upgrade leaves what is stored where all code on the account reads it. */
export function compareInUse(
  { doubts, beside = [], proxies = [] }: LayoutInUse,
  before: StorageLayout,
  now: StorageLayout,
): LayoutComparison {
  const ofProxies = proxies.flatMap(({ layout, unknown }) => {
    if (layout) return proxyChanges(layout, before, now);
    return addsVariables(before, now) ? [unknown] : [];
  });
  const found = [
    compareLayouts(before, now, [...doubts, ...ofProxies]),
    ...beside.map((each) => compareLayouts(each, now)),
  ];
  const changes = new Map(found.flatMap((each) => each.changes).map((each) => [JSON.stringify(each), each]));
  const verdict = (["broken", "unknown"] as const).find((each) => found.some((one) => one.verdict === each)) ?? "kept";
  return { changes: [...changes.values()], verdict };
}

/** What the project's records say, and what of it isn't so on the chain. */
async function recorded(root: string, at: DeployedAt): Promise<LayoutInUse> {
  try {
    const { implementation, otherwise, otherCode } = recordedIn(await readManifestIn(root), at);
    const wrong: LocalizableText[] = [
      ...(otherwise
        ? [text("{0} says that the proxy runs {1}, and it runs {2}.", manifestName, otherwise, at.implementation)]
        : []),
      ...(otherCode ? [text("{0} has other code at {1} than the chain.", manifestName, at.implementation)] : []),
    ];
    return { layout: implementation?.layout, doubts: wrong.map(uncompared) };
  } catch (error) {
    const reason = error instanceof ChainError ? error.details["reason"] : undefined;
    const doubt = text("{0} can't be used: {1}", manifestName, String(reason ?? thrownText(error)));
    return { layout: undefined, doubts: [uncompared(doubt)] };
  }
}

const isSame = (one: StorageLayout, other: StorageLayout): boolean =>
  compareLayouts(one, other).changes.length + compareLayouts(other, one).changes.length === 0;

/**
 * Where deployed code keeps its variables ({@link layoutOf}), and other code on the same account, that of proxies as well.
 * @param artifacts folder of compilations that are kept
 * @param root of the project that keeps the records
 */
export async function layoutInUse(
  artifacts: string | undefined,
  root: string | undefined,
  { beside = [], proxies = [], ...code }: CodeInUse,
  signal?: AbortSignal,
): Promise<LayoutInUse> {
  const { layout, doubts } = await layoutOf(artifacts, root, code, signal);
  if (beside.length + proxies.length === 0) return { layout, doubts };
  const { within } = code;
  const layoutsOf = (codes: readonly NamedCode[]) =>
    Promise.all(codes.map((each) => layoutOf(artifacts, root, { ...each, within }, signal)));
  const [others, ofProxies] = await Promise.all([layoutsOf(beside), layoutsOf(proxies)]);
  const unknownOf = ({ at }: NamedCode): LayoutChange =>
    uncompared(text("Where {0}, which shares the storage, keeps its variables isn't known.", at?.implementation ?? ""));
  const unknown = beside.flatMap((each, place) => (others[place]?.layout ? [] : [unknownOf(each)]));
  return {
    layout,
    doubts: [...doubts, ...others.flatMap((each) => each.doubts), ...unknown],
    beside: others.flatMap((each) => each.layout ?? []),
    proxies: proxies.map((each, place) => ({ layout: ofProxies[place]?.layout, unknown: unknownOf(each) })),
  };
}

/**
 * Where deployed code keeps its variables: by the records of the project, which its code has to fit, and by what was compiled to it here.
 * Records may come from outside: where both tell, they have to tell the same.
 */
async function layoutOf(
  artifacts: string | undefined,
  root: string | undefined,
  { at, ...code }: NamedCode,
  signal?: AbortSignal,
): Promise<LayoutInUse> {
  const compiled = artifacts === undefined ? undefined : await keptContractOf(artifacts, code, signal);
  const kept = compiled?.storageLayout;
  const { layout, doubts } = root !== undefined && at ? await recorded(root, at) : { layout: undefined, doubts: [] };
  // Code of a source that differs in comments may be of one that differs in unused variables.
  const isExact = compiled !== undefined && verifyCode(code.code, compiled).kind === "same";
  if (!layout || !kept || !isExact || isSame(layout, kept)) return { layout: layout ?? kept, doubts };
  const differs = text(
    "{0} has another layout for {1} than what was compiled here.",
    manifestName,
    at?.implementation ?? "",
  );
  return { layout: kept, doubts: [...doubts, uncompared(differs)] };
}
