"""Anyone's OpenAI-compatible endpoint as a system: one chat completion for each file and replicate.

cards/*.toml   one endpoint each: what is asked, how it is sampled, what is known of its weights
card           a card, the address and the key from the environment
wording        instructions, JSON schema, seed: the body of a request, pure
page_text      words with boxes -> the text a model reads; pages -> pictures
replies        the body of a response -> status, text, usage, pure
wire           one request, bounded in time and bytes
processor      what a server on this machine computed for a call
journal        every call, before it is made and after it ended; the budget and the pace, across processes
client         one answer: calls, retries, and when to give up
probe          what the endpoint bears, measured on a made-up page
system         all of it as a system like any other
"""
