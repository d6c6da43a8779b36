import workflow from "./contracts.yml.eta";
import { contractFiles, type contractTemplates, type ProjectFile, type SourceFolder } from "./contractTemplates";
import foundryToml from "./foundry.toml.eta";
import gitignore from "./gitignore.eta";
import hardhatConfig from "./hardhat.config.js.eta";
import readme from "./README.md.eta";

/** Whose layout a project has: where contracts are, and which file holds the settings of the compiler. */
export const projectLayouts = ["foundry", "hardhat"] as const;
export type ProjectLayout = (typeof projectLayouts)[number];

/** What a new project is to be. */
export interface NewProject {
  /** As package.json names it. */
  readonly name: string;
  readonly layout: ProjectLayout;
  readonly template: (typeof contractTemplates)[number];
  /** Name of its contract, as `isContractName` wants it. */
  readonly contract: string;
  /** What package.json names as chainside: a version, or `file:` and its packed file. */
  readonly chainside: string;
}

/** The version of OpenZeppelin that templates were tried with. */
const openZeppelin = "^5.0.0";

/** Arguments that the constructor of a template's contract takes, as on a command line. */
const constructorArguments: Readonly<Record<string, string>> = {
  token: " 'My Token' MTK 1000000",
  collectible: " 'My Pieces' PCS",
  "versioned-price": " price",
};

const sourceFolder: Readonly<Record<ProjectLayout, SourceFolder>> = { foundry: "src", hardhat: "contracts" };

function packageJson({ name, template, chainside }: NewProject): string {
  const manifest = {
    name,
    version: "0.1.0",
    private: true,
    scripts: {
      test: "chainside test",
      "test:sm": "chainside test --suite sm",
      lint: "chainside lint . && chainside format --check",
      format: "chainside format",
      chain: "chainside devchain",
    },
    ...(template.needsOpenZeppelin ? { dependencies: { "@openzeppelin/contracts": openZeppelin } } : {}),
    devDependencies: { chainside },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * The files of a project with one contract, its test, the settings of a compiler, and a workflow of continuous integration. Nothing is
 * read or written.
 */
export function newProject(project: NewProject): readonly ProjectFile[] {
  const { name, layout, template } = project;
  const folder = sourceFolder[layout];
  const contract = template.keepsNames ? template.contract : project.contract;
  return [
    ...contractFiles(template, contract, folder),
    layout === "foundry"
      ? { path: "foundry.toml", text: foundryToml({}) }
      : { path: "hardhat.config.js", text: hardhatConfig({}) },
    { path: "package.json", text: packageJson(project) },
    { path: ".gitignore", text: gitignore({}) },
    { path: ".github/workflows/contracts.yml", text: workflow({}) },
    {
      path: "README.md",
      text: readme({
        name,
        folder,
        contract,
        deployed: template.keepsNames ? "Shop" : contract,
        arguments: constructorArguments[template.name] ?? "",
      }),
    },
  ];
}
