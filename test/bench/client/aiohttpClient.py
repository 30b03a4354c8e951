"""The common way in Python: aiohttp, a line at a time, each parsed as it comes. Prints a ClientReport."""
import asyncio, json, sys, time
import aiohttp

plan = json.loads(sys.argv[1])
seen, total = [], 0


def body_of(rid):
    text = f"Request {rid}. Tell me about the weather in the harbour, at length."
    return {"rid": rid, "messages": [{"role": "user", "content": text}], "max_tokens": plan["maxTokens"],
            "temperature": 0, "ignore_eos": True, "chat_template_kwargs": {"enable_thinking": False}, "stream": True,
            "stream_options": {"include_usage": True, "continuous_usage_stats": True}}


async def one(session, rid, keep):
    global total
    first = last = events = 0
    sent = time.monotonic_ns()
    async with session.post(plan["url"] + "/v1/chat/completions", json=body_of(rid)) as response:
        async for line in response.content:
            line = line.strip()
            if not line:
                continue
            events += 1
            text = line.decode("utf-8").removeprefix("data: ")
            if text == "[DONE]":
                continue
            data = json.loads(text)
            if data["choices"] and data["choices"][0]["delta"].get("content"):
                last = time.monotonic_ns()
                first = first or last
    if keep:
        total += events
        seen.append({"id": rid, "sent_ns": sent, "first_ns": first, "last_ns": last, "events": events})


async def stream(session, index):
    await asyncio.sleep(index * plan["staggerMs"] / 1000)
    for turn in range(plan["rounds"]):
        await one(session, f"s{index}r{turn}", True)


async def main():
    timeout = aiohttp.ClientTimeout(total=600)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(timeout=timeout, connector=connector, read_bufsize=10 * 2**20) as session:
        for _ in range(plan["warmUp"]):
            await one(session, "warm-up", False)
        wall, cpu = time.monotonic(), time.process_time()
        await asyncio.gather(*(stream(session, i) for i in range(plan["streams"])))
        report = {"events": total, "cpu_s": time.process_time() - cpu, "wall_s": time.monotonic() - wall}
    print(json.dumps({"seen": seen if plan["derive"] else [], **report}))


asyncio.run(main())
