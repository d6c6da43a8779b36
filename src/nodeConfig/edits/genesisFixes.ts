import { text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { featureFlags } from "../schema/keySpec";
import { type FixMakers, fix, type MakeFixes } from "./fix";
import { commentOutFix, deleteLine, replaceName, replaceValue } from "./lineEdits";

const mendSealer: MakeFixes = ({ line, index }) => {
  const [id = "", ...weights] = line.value.split(":");
  const bare = id.replace(/\s/g, "").replace(/^0x/i, "");
  if (bare === id || !/^[0-9a-fA-F]{128}$/.test(bare)) return [];
  const title = /^0x/i.test(id) ? text("Remove the 0x") : text("Remove the spaces");
  return [fix(title, [replaceValue(line, index, [bare, ...weights].join(":"))], true)];
};

export const genesisFixes: FixMakers = {
  "genesis.sealer": mendSealer,
  // A chain that runs compares the file with its block 0, so removing a line is for a person to decide.
  "genesis.duplicateSealer": ({ document, index }) => [
    fix(text("Remove the repetition"), [deleteLine(document, index)]),
  ],
  "genesis.feature": (site) => {
    const { line, index } = site;
    const meant = closestName(
      line.name,
      featureFlags.map(({ flag }) => flag),
    );
    const comment = commentOutFix(site);
    return meant === undefined || meant === line.name
      ? [comment]
      : [fix(text("Rename to {0}", meant), [replaceName(line, index, meant)]), comment];
  },
};
