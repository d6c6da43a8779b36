import { describe, expect, it } from "vitest";
import { withContributions } from "../../../scripts/manifest/contributions";
import { readParts } from "../../../scripts/manifest/readParts";
import { manifestTexts } from "../../../scripts/manifest/writtenManifest";
import type { ManifestPart } from "../../../src/extension/kit/manifest/manifestPart";
import { text } from "../../../src/text/catalogue";

const written = await manifestTexts();
const [{ standing }] = written;
const manifest = JSON.parse(standing);
const parts = await readParts();
const textOf = (kept: typeof parts): string => JSON.stringify(withContributions(manifest, kept), null, 2);

/** Every name and text that a part alone brings. */
function namesOf({ commands, settings, views, steps, pages, welcome, contributes }: ManifestPart): RegExp[] {
  const ids = Object.entries(commands ?? {});
  const names = [
    ...ids.map(([id]) => id),
    ...ids.filter(([, { completes }]) => completes).map(([id]) => id.replace("chainside.", "chainside.done.")),
    ...Object.keys(settings ?? {}).map((name) => `chainside.${name}`),
    ...(views ?? []).map(({ name }) => `chainside.${name}`),
    ...(pages ?? []).map((name) => `onWebviewPanel:chainside.${name}`),
    ...(steps ?? []).map(({ walkthrough, id }) => `%walkthrough.${walkthrough.replace("chainside", "main")}.${id}`),
    ...(welcome ?? []).map(({ contents }) => contents),
    ...Object.values(contributes ?? {})
      .flat()
      .map(({ type, scopeName, path, id, name }) => type ?? path ?? (id === "solidity" ? scopeName : id) ?? name)
      .filter((name): name is string => typeof name === "string"),
  ];
  return names.map((name) => new RegExp(`${name.replaceAll(/[.*]/g, "\\$&")}(?![\\w.])`));
}

describe("package.json", () => {
  it("is what the parts beside the code give (npm run manifest)", () => {
    for (const { path, standing, generated } of written) expect(generated, path).toBe(standing);
  });

  it.each(parts.filter(({ folder }) => folder.startsWith("features/")))(
    "keeps no line of $folder when that is gone",
    ({ folder, part }) => {
      const names = namesOf(part);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !name.test(standing))).toEqual([]);
      const rest = textOf(parts.filter((each) => each.folder !== folder));
      expect(names.filter((name) => name.test(rest))).toEqual([]);
    },
  );
});

describe("a part of the manifest", () => {
  const made = (part: ManifestPart) =>
    withContributions(manifest, [{ folder: "features/thing", part }]) as unknown as {
      activationEvents: string[];
      capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
      contributes: Record<string, never>;
    };

  it("says where its commands stand, by view and line", () => {
    const { contributes } = made({
      views: [{ name: "nodes", position: 1 }],
      commands: {
        "chainside.openTable": {
          title: text("Open Table…"),
          icon: "table",
          palette: false,
          menus: [
            { view: "nodes", group: "navigation@1" },
            { view: "nodes", line: ["group", "contract known"], writable: true, group: ["inline@1", "1_open@1"] },
            { view: "nodes", line: "group", and: ["open"], not: "link", when: "isLinux", group: "1_open@2" },
            { menu: "editor/title", when: "resourceExtname == .sol" },
            { view: "contracts", line: "transaction", group: "1_open@3" },
          ],
        },
      },
    });
    const command = "chainside.openTable";
    const when = "view == chainside.nodes && viewItem =~ /\\b(group|contract known)\\b.*\\bwritable\\b/";
    expect(contributes["commands"]).toEqual([
      { command, title: "%command.openTable%", category: "%command.category%", icon: "$(table)" },
    ]);
    expect(contributes["menus"]).toEqual({
      commandPalette: [{ command, when: "false" }],
      "view/title": [{ command, when: "view == chainside.nodes", group: "navigation@1" }],
      "view/item/context": [
        { command, when, group: "inline@1" },
        { command, when, group: "1_open@1" },
        {
          command,
          when: "view == chainside.nodes && viewItem =~ /\\bgroup\\b/ && viewItem =~ /\\bopen\\b/ && !(viewItem =~ /\\blink\\b/) && isLinux",
          group: "1_open@2",
        },
      ],
      "editor/title": [{ command, when: "resourceExtname == .sol" }],
    });
  });

  it("puts entries behind a submenu where a part brings that, buttons never, and into the menu where none does", () => {
    const commands = {
      "chainside.openTable": {
        title: text("Open Table…"),
        menus: [{ view: "nodes", line: "group", group: ["inline@1", "1_open@1"], submenu: "rights" }],
      },
    } as const;
    const views = [{ name: "nodes", position: 1 }] as const;
    const command = "chainside.openTable";
    const when = "view == chainside.nodes && viewItem =~ /\\bgroup\\b/";
    const menus = [{ view: "nodes", line: "group", group: "2_more@1" }] as const;
    const { contributes } = made({ views, commands, submenus: [{ name: "rights", menus }] });
    expect(contributes["submenus"]).toEqual([{ id: "chainside.rights", label: "%submenu.rights%" }]);
    expect(contributes["menus"]).toEqual({
      "view/item/context": [
        { command, when, group: "inline@1" },
        { submenu: "chainside.rights", when, group: "2_more@1" },
      ],
      "chainside.rights": [{ command, when, group: "1_open@1" }],
    });
    expect(made({ views, commands }).contributes["menus"]).toEqual({
      "view/item/context": [
        { command, when, group: "inline@1" },
        { command, when, group: "1_open@1" },
      ],
    });
  });

  it("brings settings in their order, those that trust is needed for, and what starts the extension", () => {
    const { activationEvents, capabilities, contributes } = made({
      pages: ["thing"],
      activationEvents: ["onLanguage:ini"],
      settings: {
        "blocks.pageSize": { section: "look", default: 20, description: "%setting.blocks.pageSize%" },
        signDryRuns: {
          section: "look",
          default: false,
          order: 7,
          restricted: true,
          markdownDescription: "%setting.signDryRuns%",
        },
        addressBook: { section: "connections", default: {}, order: 7, markdownDescription: "%setting.addressBook%" },
      },
    });
    expect(activationEvents).toEqual(["onLanguage:ini", "onWebviewPanel:chainside.thing"]);
    expect(capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(["chainside.signDryRuns"]);
    const groups = contributes["configuration"] as unknown as { title: string; properties: Record<string, unknown> }[];
    expect(groups.map(({ title, properties }) => [title, ...Object.keys(properties)])).toEqual([
      ["%settings.connections%", "chainside.addressBook"],
      ["%settings.look%", "chainside.signDryRuns", "chainside.blocks.pageSize"],
    ]);
    expect(groups[1]?.properties["chainside.signDryRuns"]).not.toHaveProperty("restricted");
  });
});
