console.error("The embedded chain is being built.");
process.exitCode = 1;
