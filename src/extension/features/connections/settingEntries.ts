import * as vscode from "vscode";
import type { ConnectionSetting } from "../../../chain/profile/connectionSetting";
import { settingOf, updateSetting } from "../../kit/settings/settings";

const { Workspace, Global } = vscode.ConfigurationTarget;

/** Where connections stand in the settings, in the order in which they count (`mergeConnections`). */
const places = [Global, Workspace] as const;

export type SettingsPlace = (typeof places)[number];

/** The list of one place; undefined where it has none. An entry may be anything that a person wrote. */
function listIn(place: SettingsPlace): readonly ConnectionSetting[] | undefined {
  const list: unknown = settingOf("connections", place);
  return Array.isArray(list) ? list : undefined;
}

const isNamed = (entry: unknown, name: string): boolean => (entry as { name?: unknown } | null)?.name === name;

/** Writes an entry into the list of a place, instead of what has its name there. */
export async function writeEntry(place: SettingsPlace, entry: ConnectionSetting): Promise<void> {
  const others = (listIn(place) ?? []).filter((each) => !isNamed(each, entry.name));
  await updateSetting("connections", [...others, entry], place);
}

/** Writes the entry otherwise that counts. */
export async function changeEntry(name: string, change: (entry: ConnectionSetting) => ConnectionSetting) {
  const place = places.find((each) => listIn(each)?.some((entry) => isNamed(entry, name))) ?? Global;
  const list = listIn(place) ?? [];
  await updateSetting(
    "connections",
    list.map((each) => (isNamed(each, name) ? change(each) : each)),
    place,
  );
}

/** Takes what has the name out of every list. */
export async function removeEntries(name: string): Promise<void> {
  for (const place of places) {
    const list = listIn(place) ?? [];
    const rest = list.filter((each) => !isNamed(each, name));
    if (rest.length < list.length) await updateSetting("connections", rest.length > 0 ? rest : undefined, place);
  }
}
