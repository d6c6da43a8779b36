// What people do with Hardhat: one step by its name, in a process of its own, as several of them wait without an end where they don't work.
const hre = require("hardhat");
const { buildModule } = require("@nomicfoundation/hardhat-ignition/modules");

function require_(isSo, words) {
  if (!isSo) throw new Error(words);
}

const module_ = buildModule("Boxes", (m) => {
  const box = m.contract("Box");
  let before = m.call(box, "set", [0], { id: "begin" });
  for (let i = 0; i < 5; i++) before = m.call(box, "step", [i], { id: `step${i}`, after: [before] });
  return { box };
});

async function deployed() {
  const box = await hre.ethers.deployContract("Box");
  await box.waitForDeployment();
  return box;
}

/** Ignition asks to be run again when the account's transactions have their confirmations. */
async function whenConfirmed(run, tries = 20) {
  try {
    return await run();
  } catch (error) {
    if (tries === 0 || !String(error.message).includes("IGN403")) throw error;
    await new Promise((done) => setTimeout(done, 500));
    return whenConfirmed(run, tries - 1);
  }
}

async function ignite(config) {
  const { box } = await whenConfirmed(() => hre.ignition.deploy(module_, config ? { config } : {}));
  require_((await box.value()) === 5n, "out of order");
}

async function proxied(options) {
  const owner = (await hre.ethers.getSigners())[0];
  const factory = await hre.ethers.getContractFactory("Kept");
  const kept = await hre.upgrades.deployProxy(factory, [], {
    initialOwner: owner.address,
    initializer: false,
    ...options,
  });
  await kept.waitForDeployment();
  await (await kept.put(4)).wait();
  require_((await kept.value()) === 4n, "another value");
  return kept;
}

async function upgraded(options, more) {
  const kept = await proxied(options);
  const factory = await hre.ethers.getContractFactory("KeptAgain");
  const again = await hre.upgrades.upgradeProxy(kept, factory, more);
  await again.waitForDeployment();
  const upgrade = again.deployTransaction ?? again.deploymentTransaction();
  if (upgrade) require_((await upgrade.wait()).status === 1, "the transaction failed");
  await (await again.put(4)).wait();
  require_((await again.value()) === 5n, "another value");
}

const skipCheck = { unsafeSkipProxyAdminCheck: true };
const room = { txOverrides: { gasLimit: 3_000_000 } };
const steps = {
  deploy: async () => {
    await deployed();
  },
  write: async () => {
    const box = await deployed();
    await (await box.set(7)).wait();
    require_((await box.value()) === 7n, "another value");
  },
  reason: async () => {
    const failed = await (await deployed()).set.staticCall(13).catch((error) => error);
    require_(String(failed.message).includes("unlucky"), "there is no reason");
  },
  ignition: () => ignite(),
  "ignition requiredConfirmations: 1": () => ignite({ requiredConfirmations: 1 }),
  proxy: () => proxied({}),
  "proxy unsafeSkipProxyAdminCheck": () => proxied(skipCheck),
  upgrade: () => upgraded({}, {}),
  "upgrade unsafeSkipProxyAdminCheck": () => upgraded(skipCheck, {}),
  "upgrade unsafeSkipProxyAdminCheck, gasLimit": () => upgraded(skipCheck, room),
};

steps[process.env.WEB3_STEP]().then(
  () => process.exit(0),
  (error) => {
    console.error(`failed: ${error.stack}`);
    process.exit(1);
  },
);
