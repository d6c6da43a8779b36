// Runs before every file of tests: files share the modules of their thread, and the language is one of the process.
import { beforeAll } from "vitest";
import { useCatalogue } from "../src/text/catalogue";

// what a file computes where it lists its tests, and what its tests compute
useCatalogue("en");
beforeAll(() => useCatalogue("en"));
