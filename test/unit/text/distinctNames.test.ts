import { expect, it } from "vitest";
import { distinctNames } from "../../../src/text/distinctNames";

it.each([
  [
    ["nodes/127.0.0.1/node0", "nodes/127.0.0.1/node1"],
    ["node0", "node1"],
  ],
  [
    ["a/127.0.0.1/node0", "b/127.0.0.1/node0", "b/127.0.0.1/node1"],
    ["a/127.0.0.1/node0", "b/127.0.0.1/node0", "node1"],
  ],
  [
    ["nodes/10.0.0.1/node0", "nodes/10.0.0.2/node0"],
    ["10.0.0.1/node0", "10.0.0.2/node0"],
  ],
  [
    ["node0", "backup/node0"],
    ["node0", "backup/node0"],
  ],
  [
    ["C:\\chains\\a\\node0", "C:\\chains\\b\\node0"],
    ["a/node0", "b/node0"],
  ],
  [
    ["x/a/n", "y/a/n", "z/b/n", "b/n", "n", ""],
    ["x/a/n", "y/a/n", "z/b/n", "b/n", "n", ""],
  ],
  [
    ["x/node0", "x/node0"],
    ["node0", "node0"],
  ],
])("names of %j tell the paths apart", (paths, names) => {
  expect(distinctNames(paths)).toEqual(names);
});
