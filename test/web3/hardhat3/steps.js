// What people do with Hardhat 3: one step by its name, in a process of its own, as with Hardhat 2.
import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import { upgrades } from "@openzeppelin/hardhat-upgrades";
import hre from "hardhat";

function require(isSo, words) {
  if (!isSo) throw new Error(words);
}

const boxes = buildModule("Boxes", (m) => {
  const box = m.contract("Box");
  let before = m.call(box, "set", [0], { id: "begin" });
  for (let i = 0; i < 5; i++) before = m.call(box, "step", [i], { id: `step${i}`, after: [before] });
  return { box };
});

const connection = await hre.network.create("fisco");
const { ethers } = connection;

async function deployed() {
  const box = await ethers.deployContract("Box");
  await box.waitForDeployment();
  return box;
}

async function ignite(config) {
  const { box } = await connection.ignition.deploy(boxes, config ? { config } : {});
  require((await box.value()) === 5n, "out of order");
}

async function proxied(options) {
  const [owner] = await ethers.getSigners();
  const factory = await ethers.getContractFactory("Kept");
  const api = await upgrades(hre, connection);
  const kept = await api.deployProxy(factory, [], { initialOwner: owner.address, initializer: false, ...options });
  await kept.waitForDeployment();
  await (await kept.put(4)).wait();
  require((await kept.value()) === 4n, "another value");
  return { api, kept };
}

async function upgraded(options, more) {
  const { api, kept } = await proxied(options);
  const again = await api.upgradeProxy(kept, await ethers.getContractFactory("KeptAgain"), more);
  await again.waitForDeployment();
  const upgrade = again.deployTransaction ?? again.deploymentTransaction();
  if (upgrade) require((await upgrade.wait()).status === 1, "the transaction failed");
  await (await again.put(4)).wait();
  require((await again.value()) === 5n, "another value");
}

const skipCheck = { unsafeSkipProxyAdminCheck: true };
const steps = {
  deploy: () => deployed(),
  write: async () => {
    const box = await deployed();
    await (await box.set(7)).wait();
    require((await box.value()) === 7n, "another value");
  },
  reason: async () => {
    const failed = await (await deployed()).set.staticCall(13).catch((error) => error);
    require(String(failed.message).includes("unlucky"), "there is no reason");
  },
  ignition: () => ignite(),
  "ignition requiredConfirmations: 1": () => ignite({ requiredConfirmations: 1 }),
  proxy: () => proxied({}),
  "proxy unsafeSkipProxyAdminCheck": () => proxied(skipCheck),
  upgrade: () => upgraded({}, {}),
  "upgrade unsafeSkipProxyAdminCheck": () => upgraded(skipCheck, {}),
  "upgrade unsafeSkipProxyAdminCheck, gasLimit": () => upgraded(skipCheck, { txOverrides: { gasLimit: 3_000_000 } }),
};

steps[process.env.WEB3_STEP]().then(
  () => process.exit(0),
  (error) => {
    console.error(`failed: ${error.stack}`);
    process.exit(1);
  },
);
