# web3.py with its own defaults, but for how often it looks for a receipt. Writes a line of JSON for each step as it ends.
import json
import os
import signal

from web3 import Web3
from web3.middleware import ExtraDataToPOAMiddleware

url, key = os.environ["WEB3_URL"], os.environ["WEB3_KEY"]
with open(os.environ["WEB3_ARTIFACT"], encoding="utf8") as file:
    artifact = json.load(file)
abi, bytecode = artifact["abi"], artifact["bytecode"]
web3 = Web3(Web3.HTTPProvider(url))
account = web3.eth.account.from_key(key)
TIMEOUT = 40
BLOCKS_BETWEEN = 12
kept = {}


def require(is_so, words):
    if not is_so:
        raise AssertionError(words)


def sign(call, **more):
    fields = {"from": account.address, "nonce": web3.eth.get_transaction_count(account.address), **more}
    signed = account.sign_transaction(call.build_transaction(fields))
    return web3.eth.send_raw_transaction(signed.raw_transaction)


def done(hash_):
    receipt = web3.eth.wait_for_transaction_receipt(hash_, timeout=TIMEOUT - 5, poll_latency=0.05)
    require(receipt["status"] == 1, "the transaction failed")
    return receipt


def connect():
    require(web3.is_connected(), "not connected")
    require(web3.eth.chain_id > 0, "another chain")


def deploy():
    receipt = done(sign(web3.eth.contract(abi=abi, bytecode=bytecode).constructor()))
    kept["box"] = web3.eth.contract(address=receipt["contractAddress"], abi=abi)
    kept["first"] = receipt["blockNumber"]


def set_value(value, **more):
    return sign(kept["box"].functions.set(value), **more)


def value(block="latest"):
    return kept["box"].functions.value().call(block_identifier=block)


def write():
    done(set_value(7))
    require(value() == 7, "another value")


def dependent():
    done(set_value(0))
    nonce = web3.eth.get_transaction_count(account.address)
    steps = kept["box"].functions.step
    hashes = [sign(steps(i), nonce=nonce + i, gas=300_000) for i in (4, 3, 2, 1, 0)]
    for each in hashes:
        done(each)


def reason():
    try:
        kept["box"].functions.set(13).call({"from": account.address})
    except Exception as failed:
        require("unlucky" in str(failed), "there is no reason")
    else:
        require(False, "there is no reason")


def logs():
    for _ in range(BLOCKS_BETWEEN):
        done(set_value(8))
    done(set_value(9))
    found = kept["box"].events.Stored.get_logs(from_block=kept["first"])
    require(any(each["args"]["value"] == 9 for each in found), "logs are missing")


def fees():
    web3.eth.fee_history(2, "latest", [50])


def batch():
    with web3.batch_requests() as many:
        for i in range(20):
            many.add(web3.eth.get_balance(Web3.to_checksum_address(f"0x{i + 1:040}")))
        require(len(many.execute()) == 20, "answers are missing")


def past():
    require(value(kept["first"]) == 0, "the state is that of now")


def trace():
    hash_ = done(set_value(5))["transactionHash"]
    answer = web3.provider.make_request("debug_traceTransaction", [hash_.to_0x_hex(), {"tracer": "callTracer"}])
    require("result" in answer, json.dumps(answer.get("error")))


def too_late(_signal, _frame):
    raise TimeoutError(f"nothing came in {TIMEOUT} s")


signal.signal(signal.SIGALRM, too_late)
def deploy_with_middleware():
    web3.middleware_onion.inject(ExtraDataToPOAMiddleware, layer=0)
    deploy()


SETTINGS = {"deploy": ("ExtraDataToPOAMiddleware", deploy_with_middleware)}


def failure_of(step):
    signal.alarm(TIMEOUT)
    try:
        step()
    except Exception as failed:
        return f"{type(failed).__name__}: {failed}"[:600]
    finally:
        signal.alarm(0)
    return None


for step in (connect, deploy, write, dependent, reason, logs, fees, batch, past, trace):
    name = step.__name__
    error = failure_of(step)
    result = {"step": name, "ok": error is None}
    if error is not None:
        result["error"] = error
        setting, again = SETTINGS.get(name, ("", None))
        if again and failure_of(again) is None:
            result.update(ok=True, setting=setting)
    print(json.dumps(result), flush=True)
