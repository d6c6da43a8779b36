import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { version } from "../../../package.json";
import { isApplicationName } from "../../applications/newApplication/base/application";
import { contractTemplates, isContractName } from "../../applications/newProject/contractTemplates";
import {
  type NewProject,
  newProject,
  type ProjectLayout,
  projectLayouts,
} from "../../applications/newProject/newProject";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { writeOutputBelow } from "../output/outputFile";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";

const templateNames = contractTemplates.map(({ name }) => name);

const usage: Usage = {
  synopsis: "chainside new project FOLDER [options]",
  summary: text(
    "Writes a project with a contract, its test, the settings of a compiler, and a workflow of continuous integration. The folder must be new or empty; nothing is installed, and no node is asked.",
  ),
  options: [
    ["--layout LAYOUT", text("whose layout: {0} (default: {1})", projectLayouts.join("|"), projectLayouts[0])],
    [
      "--template NAME",
      text("what to begin with: {0} (default: {1})", templateNames.join("|"), templateNames[0] ?? ""),
    ],
    ["--contract NAME", text("name of the contract (default: that of the template)")],
    ["--name NAME", text("name of the project (default: that of the folder)")],
    [
      "--chainside VERSION|FILE",
      text("what package.json names as chainside: a version, or its packed file (default: this version)"),
    ],
    ["--json", text("print one line of JSON")],
  ],
  exitCodes: text("Exit code: 0 written, 1 errors, 2 wrong command line."),
};

const projectArguments = {
  layout: { type: "string", default: projectLayouts[0] },
  template: { type: "string", default: templateNames[0] ?? "" },
  contract: { type: "string" },
  name: { type: "string" },
  chainside: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

interface ProjectOptions extends NewProject {
  readonly folder: string;
  readonly json: boolean;
}

function layoutOf(given: string): ProjectLayout {
  const layout = projectLayouts.find((each) => each === given);
  if (layout === undefined) throw new WrongCommandLine(t("specify --layout: {0}", listed(projectLayouts)));
  return layout;
}

function contractOf(given: string | undefined, template: (typeof contractTemplates)[number]): string {
  if (given === undefined) return template.contract;
  if (template.keepsNames) throw new WrongCommandLine(t("the contracts of {0} keep their names", template.name));
  if (!isContractName(given))
    throw new WrongCommandLine(t("{0} can't be the name of a contract: specify --contract MyContract", given));
  return given;
}

const commandLine: CommandLine<typeof projectArguments, ProjectOptions> = {
  name: "new",
  usage,
  options: projectArguments,
  read: ({ values, positionals: [folder, ...more] }) => {
    if (folder === undefined || more.length > 0) throw new WrongCommandLine(t("specify the folder of the project"));
    const layout = layoutOf(values.layout);
    const template = contractTemplates.find(({ name }) => name === values.template);
    if (!template) throw new WrongCommandLine(t("specify --template: {0}", listed(templateNames)));
    const name = values.name ?? basename(resolve(folder)).toLowerCase();
    if (!isApplicationName(name))
      throw new WrongCommandLine(t("{0} can't be the name of a project: specify --name my-contracts", name));
    const { chainside = version } = values;
    return {
      ...{ folder: resolve(folder), name, layout, template, json: values.json },
      contract: contractOf(values.contract, template),
      chainside: /\.tgz$/i.test(chainside) ? `file:${resolve(chainside)}` : chainside,
    };
  },
};

const isVacant = async (folder: string): Promise<boolean> => {
  try {
    return (await readdir(folder)).every((name) => name === ".git");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
};

async function writeProject(options: ProjectOptions): Promise<number> {
  const { folder, json } = options;
  if (!(await isVacant(folder))) {
    complain(`chainside new: ${t("{0} isn't empty; a project gets a folder of its own.", folder)}`);
    return 1;
  }
  const files = newProject(options);
  for (const { path, text: content } of files) await writeOutputBelow(folder, join(folder, path), content);
  if (json) printJson(JSON.stringify({ folder, files: files.map(({ path }) => path) }));
  else {
    for (const { path } of files) print(path);
    print(t("Files written to {0}: {1}", folder, files.length));
    print(t("Next: run npm install, then npm test."));
  }
  return 0;
}

/** `chainside new project`: a folder to begin with. */
export const runNewProject = commandOf(commandLine, writeProject);
