import * as vscode from "vscode";
import type { Address } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { listed } from "../../../text/joining";
import { inParallel } from "../../../time/inParallel";
import { askText } from "../../kit/asking/ask";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";

/** A version of a linked contract: `/apps/NAME/VERSION`. */
export interface LinkedVersion {
  readonly version: string;
  readonly address: Address;
}

/** Versions that are looked at: each costs a question. */
const maxVersions = 50;

const atOnce = 8;

/** Names that are looked at. */
const maxNames = 30;

/** Names below /apps, as many as are looked at. */
export async function linkNames(group: WritableGroup): Promise<string[]> {
  const { listDirectory } = await import("../../../chain/services/bfs/listDirectory");
  try {
    const { entries } = await listDirectory(group.session, "/apps");
    return entries
      .filter(({ type }) => type === "directory")
      .slice(0, maxNames)
      .map(({ name }) => name);
  } catch (error) {
    if (error instanceof ChainError && error.kind !== "transport") return [];
    throw error;
  }
}

/** The versions that stand below a name, oldest first as far as names tell. */
export async function versionsOf(group: WritableGroup, name: string): Promise<LinkedVersion[]> {
  const { listDirectory } = await import("../../../chain/services/bfs/listDirectory");
  const { readLink } = await import("../../../chain/services/bfs/readLink");
  try {
    const { entries } = await listDirectory(group.session, `/apps/${name}`);
    const links = entries.filter(({ type }) => type === "link").slice(-maxVersions);
    const found = await inParallel(links, atOnce, async ({ name: version, path }): Promise<LinkedVersion[]> => {
      const address = await readLink(group.session, path);
      return address ? [{ version, address }] : [];
    });
    return found.flat().sort((left, right) => left.version.localeCompare(right.version, "en", { numeric: true }));
  } catch (error) {
    // nothing was linked under this name yet
    if (error instanceof ChainError && error.kind !== "transport") return [];
    throw error;
  }
}

/** The version after one: its last number, one higher. `1.0` → `1.1`, `v2` → `v3`. */
function nextVersion(version: string | undefined): string {
  if (version === undefined) return "1.0";
  let end = version.length;
  while (end > 0 && !/\d/.test(version[end - 1] ?? "")) end--;
  let start = end;
  while (start > 0 && /\d/.test(version[start - 1] ?? "")) start--;
  if (start === end) return `${version}.1`;
  return `${version.slice(0, start)}${BigInt(version.slice(start, end)) + 1n}${version.slice(end)}`;
}

/** A name below /apps, below which versions are linked. @throws Cancelled */
export async function askLinkName(app: Chainside, group: WritableGroup, title: string, value: string): Promise<string> {
  const { requireCreatablePath } = await import("../../../chain/services/bfs/bfsPath");
  const typed = await askText({
    title,
    prompt: vscode.l10n.t("Enter the name below /apps"),
    value,
    validate: (text) =>
      text.includes("/")
        ? vscode.l10n.t("Enter a name without slashes and spaces.")
        : complaint(app, () => void requireCreatablePath(group.session, `/apps/${text.trim()}`)),
  });
  return typed.trim();
}

/** The version to link. @param replacing whether one that is there may be led elsewhere @throws Cancelled */
export async function askVersion(
  app: Chainside,
  group: WritableGroup,
  { name, title }: { readonly name: string; readonly title: string },
  versions: readonly LinkedVersion[],
  replacing = false,
): Promise<string> {
  const { requireCreatablePath } = await import("../../../chain/services/bfs/bfsPath");
  const taken = new Map(versions.map((each) => [each.version, each.address]));
  const typed = await askText({
    title,
    prompt:
      versions.length === 0
        ? vscode.l10n.t(
            "Enter the version. /apps/{0}/VERSION will lead to the new contract, so callers of that path don't need its address.",
            name,
          )
        : vscode.l10n.t(
            "Enter the new version. /apps/{0}/VERSION will lead to the new contract, and {1} stays as it is: each version is a link of its own.",
            name,
            listed(versions.map(({ version }) => version)),
          ),
    value: nextVersion(versions.at(-1)?.version),
    validate: (text) => {
      const version = text.trim();
      if (version === "" || version.includes("/")) return vscode.l10n.t("Enter a version without /.");
      const there = taken.get(version);
      if (there && !replacing) return vscode.l10n.t("Version {0} leads to {1}. Enter a new one.", version, there);
      return complaint(app, () => void requireCreatablePath(group.session, `/apps/${name}/${version}`));
    },
  });
  return typed.trim();
}
