import type texts from "../../../../package.nls.json";
import type { LocalizableText } from "../../../text/catalogue";
import type { CommandId } from "../commands/commands";
import type { Settings } from "../settings/settings";
import type { ContextWord } from "./contextKeys";

/** A view of ours, without `chainside.` in front. */
export type ViewName = "chains" | "contracts" | "accounts" | "governance" | "nodes";

/** `%key%` of a text in package.nls*.json. */
type TextKey = `%${keyof typeof texts}%`;

/** A menu behind an entry of a line's menu; its label is `%submenu.NAME%`. */
export type SubmenuName = "clients" | "contractCode" | "contractUpgrade" | "rights";

/** The groups of the settings editor, in the order in which they stand there; their titles are `%settings.NAME%`. */
export const settingGroups = [
  "connections",
  "signing",
  "embeddedChain",
  "solidity",
  "nodes",
  "history",
  "look",
] as const;

/** Where an entry stands in its menu: `inline@1`, `1_open@2`. */
type MenuGroup = `${string}@${number}` | "notebook" | "file";

type LineWords = ContextWord | `${ContextWord} ${ContextWord}`;

/** In the title of a view, or, with `line`, on lines of it. */
interface ViewEntry {
  readonly view: ViewName;
  /** Words that a line's context has beside each other; of several, any. */
  readonly line?: LineWords | readonly LineWords[];
  /** Words that it has, too. */
  readonly and?: readonly ContextWord[];
  /** A word that it doesn't have. */
  readonly not?: ContextWord;
  /** Only on lines of chains that may be changed. */
  readonly writable?: true;
  /** What else must hold. */
  readonly when?: string;
  readonly group: MenuGroup | readonly MenuGroup[];
  /** On lines: behind this entry of the menu rather than in it. Buttons (`inline`) stay on the line. */
  readonly submenu?: SubmenuName;
}

/** A menu behind an entry of lines' menus. */
interface SubmenuPart {
  readonly name: SubmenuName;
  readonly menus: readonly ViewEntry[];
}

/** In the bar above a notebook of ours. */
interface NotebookEntry {
  readonly notebook: "requests";
  readonly group: MenuGroup;
}

/** In another menu of VS Code's. */
interface MenuEntry {
  readonly menu:
    | "editor/context"
    | "editor/title"
    | "explorer/context"
    | "file/newFile"
    | "testing/message/content"
    | "testing/message/context";
  readonly when?: string;
  readonly group?: MenuGroup;
}

/** A command. */
export interface CommandPart {
  /** Its Chinese stands in `l10n/zh-cn`, as that of any text; both go into package.nls*.json. */
  readonly title: LocalizableText;
  /** Name of a product icon, such as `table`. */
  readonly icon?: string;
  /** What stands on its button. */
  readonly shortTitle?: LocalizableText;
  /** When the palette offers it: always, unless this is said. `false` is never. */
  readonly palette?: string | false;
  readonly menus?: readonly (ViewEntry | NotebookEntry | MenuEntry)[];
  /** Steps of walkthroughs that are done when it has done its work: `developer.call`. */
  readonly completes?: readonly `${string}.${string}`[];
}

/** A JSON schema with VS Code's members, as it goes into the manifest. */
type Schema = Readonly<Record<string, unknown>>;

type SettingPart<Value> = Schema & {
  readonly default: Value;
  /** The group of the settings editor that it stands in. */
  readonly section: (typeof settingGroups)[number];
  readonly order?: number;
  /** A folder that isn't trusted can't set it. */
  readonly restricted?: true;
} & ({ readonly description: TextKey } | { readonly markdownDescription: TextKey });

interface ViewPart {
  readonly name: ViewName;
  /** Views stand in the order of these. */
  readonly position: number;
  readonly visibility?: "collapsed";
}

/** What an empty view says. */
interface WelcomePart {
  readonly view: ViewName;
  readonly contents: TextKey;
  readonly when?: string;
}

interface WalkthroughPart {
  readonly id: string;
  readonly position: number;
  readonly title: TextKey;
  readonly description: TextKey;
  /** What the keys of its steps' texts begin with: `%walkthrough.STEPS.STEP%`, with `.text` and `.picture`. */
  readonly texts: string;
}

/** A step of a walkthrough. */
interface StepPart {
  readonly walkthrough: string;
  readonly id: string;
  readonly position: number;
  /** A picture, or (`%key%`) a page in each language. */
  readonly media: { readonly image: string } | { readonly svg: string } | { readonly markdown: TextKey };
  /** It is done when this view was seen; else by commands, which say so (`completes`). */
  readonly seen?: ViewName;
}

/**
 * What a folder of the extension adds to package.json: the default export of its `manifest.ts`, from which `npm run manifest` writes
 * the whole. Nothing of it is in a bundle.
 */
export interface ManifestPart {
  readonly commands?: { readonly [Id in CommandId]?: CommandPart };
  readonly settings?: { readonly [Name in keyof Settings]?: SettingPart<Settings[Name]> };
  readonly submenus?: readonly SubmenuPart[];
  readonly views?: readonly ViewPart[];
  readonly welcome?: readonly WelcomePart[];
  readonly walkthroughs?: readonly WalkthroughPart[];
  readonly steps?: readonly StepPart[];
  /** Pages that come back with their window: each is the `name` of a `PagePanel`. */
  readonly pages?: readonly string[];
  /** What else starts the extension. */
  readonly activationEvents?: readonly string[];
  /** Contribution points that are taken over as they stand. */
  readonly contributes?: {
    readonly [Point in
      | "breakpoints"
      | "debuggers"
      | "grammars"
      | "languageModelTools"
      | "languages"
      | "mcpServerDefinitionProviders"
      | "notebookRenderer"
      | "chatSkills"
      | "notebooks"]?: readonly Schema[];
  } & {
    readonly configurationDefaults?: Schema;
    readonly viewsContainers?: Readonly<Record<string, readonly Schema[]>>;
  };
}
