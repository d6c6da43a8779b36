import {
  type CommandPart,
  type ManifestPart,
  type SubmenuName,
  settingGroups,
  type ViewName,
} from "../../src/extension/kit/manifest/manifestPart";

/** A folder of `src/extension` and what it adds to the manifest. */
export interface NamedPart {
  /** `features/tables`; empty for the whole extension's own. */
  readonly folder: string;
  readonly part: ManifestPart;
}

type Json = Readonly<Record<string, unknown>>;
type MenuItem = ({ readonly command: string } | { readonly submenu: string }) & MenuLocation;
type MenuLocation = { readonly when?: string; readonly group?: string };

const id = (name: string): string => `chainside.${name}`;
const short = (command: string): string => command.replace("chainside.", "");
const byPosition = <Item extends { readonly position: number }>(items: readonly Item[]): Item[] =>
  [...items].sort((one, other) => one.position - other.position);
const isFilled = (value: unknown): boolean => Object.keys(value ?? {}).length > 0;

function commandOf(command: string, { icon, shortTitle }: CommandPart): Json {
  return {
    command,
    title: `%command.${short(command)}%`,
    category: "%command.category%",
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
    ...(shortTitle ? { shortTitle: `%command.${short(command)}.short%` } : {}),
  };
}

/** The pattern that a line's context must match. */
const linePattern = (line: string | readonly string[], writable: true | undefined): string =>
  `/\\b${typeof line === "string" ? line : `(${line.join("|")})`}\\b${writable ? ".*\\bwritable\\b" : ""}/`;

type Entry = NonNullable<CommandPart["menus"]>[number];

/** The views, notebooks, and submenus that the parts bring: what another does not bring has no menus, and no submenu. */
interface Brought {
  readonly submenus: ReadonlySet<SubmenuName>;
  readonly views: ReadonlySet<ViewName>;
  readonly notebooks: ReadonlySet<unknown>;
}

/** The menus that an entry stands in, and how. */
function placesOf(entry: Entry, { views, notebooks, submenus }: Brought): [menu: string, item: MenuLocation][] {
  if ("menu" in entry) {
    const { menu, ...item } = entry;
    return [[menu, item]];
  }
  if ("notebook" in entry) {
    const type = id(entry.notebook);
    return notebooks.has(type) ? [["notebook/toolbar", { when: `notebookType == ${type}`, group: entry.group }]] : [];
  }
  const { view, line, writable, and = [], not, when, group, submenu } = entry;
  if (!views.has(view)) return [];
  const conditions = [
    `view == ${id(view)}`,
    ...(line === undefined ? [] : [`viewItem =~ ${linePattern(line, writable)}`]),
    ...and.map((word) => `viewItem =~ /\\b${word}\\b/`),
    ...(not === undefined ? [] : [`!(viewItem =~ /\\b${not}\\b/)`]),
    ...(when === undefined ? [] : [when]),
  ];
  const menu = line === undefined ? "view/title" : "view/item/context";
  return [group]
    .flat()
    .map((each) => [
      submenu !== undefined && submenus.has(submenu) && !each.startsWith("inline") ? id(submenu) : menu,
      { when: conditions.join(" && "), group: each },
    ]);
}

function menusOf(parts: readonly ManifestPart[], brought: Brought): Readonly<Record<string, readonly MenuItem[]>> {
  const menus: Record<string, MenuItem[]> = {};
  for (const [command, part] of parts.flatMap(({ commands }) => Object.entries(commands ?? {}))) {
    const places = (part.menus ?? []).flatMap((entry) => placesOf(entry, brought));
    if (part.palette !== undefined) places.unshift(["commandPalette", { when: String(part.palette) }]);
    for (const [menu, item] of places) menus[menu] = [...(menus[menu] ?? []), { command, ...item }];
  }
  for (const { name, menus: entries } of submenusOf(parts))
    for (const [menu, item] of entries.flatMap((entry) => placesOf(entry, brought)))
      menus[menu] = [...(menus[menu] ?? []), { submenu: id(name), ...item }];
  return menus;
}

const submenusOf = (parts: readonly ManifestPart[]) => parts.flatMap(({ submenus }) => submenus ?? []);

function walkthroughsOf(parts: readonly ManifestPart[]): Json[] {
  const steps = byPosition(parts.flatMap((part) => part.steps ?? []));
  const commands = parts.flatMap((part) => Object.entries(part.commands ?? {}));
  return byPosition(parts.flatMap((part) => part.walkthroughs ?? [])).map((walkthrough) => ({
    id: walkthrough.id,
    title: walkthrough.title,
    description: walkthrough.description,
    steps: steps
      .filter((step) => step.walkthrough === walkthrough.id)
      .map((step) => {
        const texts = `walkthrough.${walkthrough.texts}.${step.id}`;
        const completing = commands.filter(([, { completes }]) => completes?.includes(`${walkthrough.id}.${step.id}`));
        return {
          id: step.id,
          title: `%${texts}%`,
          description: `%${texts}.text%`,
          media: "markdown" in step.media ? step.media : { ...step.media, altText: `%${texts}.picture%` },
          completionEvents: [
            ...(step.seen === undefined ? [] : [`onView:${id(step.seen)}`]),
            ...completing.map(([command]) => `onContext:chainside.done.${short(command)}`),
          ],
        };
      }),
  }));
}

/** By their order, and by name where that is the same. */
function settingsOf(
  parts: readonly ManifestPart[],
): [string, Json & { section: (typeof settingGroups)[number]; order?: number; restricted?: true }][] {
  const order = ([, setting]: [string, { order?: number }]): number => setting.order ?? Number.POSITIVE_INFINITY;
  return parts
    .flatMap(({ settings }) => Object.entries(settings ?? {}))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .sort((one, other) => (order(one) === order(other) ? 0 : order(one) - order(other)))
    .map(([name, setting]) => [id(name), setting]);
}

/** The settings in their groups, each with a title of its own: those of groups that no part has a setting for are left out. */
function configurationOf(parts: readonly ManifestPart[]): Json[] {
  const settings = settingsOf(parts);
  return settingGroups.flatMap((name, order) => {
    const own = settings.filter(([, { section }]) => section === name);
    if (own.length === 0) return [];
    const properties = own.map(([key, { restricted: _, section: __, ...schema }]) => [key, schema] as const);
    return [{ title: `%settings.${name}%`, order, properties: Object.fromEntries(properties) }];
  });
}

function viewsOf(parts: readonly ManifestPart[]): Json[] {
  return byPosition(parts.flatMap((part) => part.views ?? [])).map(({ name, visibility }) => ({
    id: id(name),
    name: `%view.${name}%`,
    icon: "media/activity.svg",
    contextualTitle: "%container%",
    ...(visibility === undefined ? {} : { visibility }),
  }));
}

function contributesOf(parts: readonly ManifestPart[]): Json {
  const views = new Set(parts.flatMap((part) => (part.views ?? []).map(({ name }) => name)));
  const welcome = parts.flatMap((part) => part.welcome ?? []).filter(({ view }) => views.has(view));
  const point = (name: keyof NonNullable<ManifestPart["contributes"]>): Json[] =>
    parts.flatMap((part) => (part.contributes?.[name] ?? []) as readonly Json[]);
  const joined = (name: "configurationDefaults" | "viewsContainers"): Json =>
    Object.assign({}, ...parts.map((part) => part.contributes?.[name] ?? {})) as Json;
  const all: Json = {
    commands: parts.flatMap(({ commands }) =>
      Object.entries(commands ?? {}).map(([name, part]) => commandOf(name, part)),
    ),
    viewsContainers: joined("viewsContainers"),
    views: views.size === 0 ? {} : { chainside: viewsOf(parts) },
    viewsWelcome: welcome.map(({ view, when, contents }) => ({
      view: id(view),
      ...(when === undefined ? {} : { when }),
      contents,
    })),
    submenus: submenusOf(parts).map(({ name }) => ({ id: id(name), label: `%submenu.${name}%` })),
    menus: menusOf(parts, {
      views,
      notebooks: new Set(point("notebooks").map(({ type }) => type)),
      submenus: new Set(submenusOf(parts).map(({ name }) => name)),
    }),
    languages: point("languages"),
    configurationDefaults: joined("configurationDefaults"),
    grammars: point("grammars"),
    configuration: configurationOf(parts),
    walkthroughs: walkthroughsOf(parts),
    notebooks: point("notebooks"),
    notebookRenderer: point("notebookRenderer"),
    breakpoints: point("breakpoints"),
    debuggers: point("debuggers"),
    languageModelTools: point("languageModelTools"),
    mcpServerDefinitionProviders: point("mcpServerDefinitionProviders"),
    chatSkills: point("chatSkills"),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => isFilled(value)));
}

/** What starts the extension besides what VS Code derives from the contributions itself. */
function activationEventsOf(parts: readonly ManifestPart[]): string[] {
  return parts.flatMap(({ pages, contributes, activationEvents }) => [
    ...(activationEvents ?? []),
    ...(pages ?? []).map((name) => `onWebviewPanel:${id(name)}`),
    ...(contributes?.debuggers ?? []).map(({ type }) => `onDebugResolve:${String(type)}`),
  ]);
}

interface Manifest extends Json {
  readonly capabilities: { readonly untrustedWorkspaces: Json };
}

/** The manifest with what the parts add: contributions, activation events, and the settings that a folder without trust can't set. */
export function withContributions(manifest: Manifest, named: readonly NamedPart[]): Manifest {
  const parts = named.map(({ part }) => part);
  const restricted = settingsOf(parts).flatMap(([name, setting]) => (setting.restricted ? [name] : []));
  return {
    ...manifest,
    capabilities: {
      ...manifest.capabilities,
      untrustedWorkspaces: { ...manifest.capabilities.untrustedWorkspaces, restrictedConfigurations: restricted },
    },
    activationEvents: activationEventsOf(parts),
    contributes: contributesOf(parts),
  };
}
