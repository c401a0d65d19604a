"""Private text in what a page says: prose, attributes, comments, linked data, markup that is not shown."""

import json

from tests.redteam.mutation import Mutation, mutation
from tests.redteam.staged import Staged

PAGES: list[Mutation] = []


@mutation(PAGES, "text", "L3")
def sentence_on_the_front_page(site: Staged) -> None:
    """A private sentence stands as a paragraph of the front page."""
    site.insert(f"<p>{site.world.secret.sentence}</p>")


@mutation(PAGES, "text", "L3")
def sentence_that_only_a_screen_reader_reads(site: Staged) -> None:
    """The same under the class of text that is not shown."""
    site.insert(f'<p class="vh">{site.world.secret.sentence}</p>', site.first("items/*/index.html"))


@mutation(PAGES, "text", "L3", spare=True)
def private_seller_in_the_title(site: Staged) -> None:
    """A private seller's name in the title of the page on the method."""
    site.swap(site.first("methodology/*/index.html"), "<title>", f"<title>{site.world.secret.seller} · ")


@mutation(PAGES, "text", "L3", spare=True)
def private_amount_among_the_labels(site: Staged) -> None:
    """A private amount follows the words of a public document's heading."""
    site.swap(site.first("items/*/index.html"), "</h1>", f" {site.world.secret.amount}</h1>")


@mutation(PAGES, "text", "L3", spare=True)
def initials_of_the_paragraphs(site: Staged) -> None:
    """Paragraphs whose first letters spell a private number."""
    site.insert("\n".join(f"<p>{letter}ach figure carries its interval.</p>" for letter in site.world.secret.number))


@mutation(PAGES, "attributes", "L3")
def private_name_in_an_alternative_text(site: Staged) -> None:
    """The alternative text of a page image names a private seller."""
    site.swap(site.first("items/*/index.html"), 'alt="', f'alt="{site.world.secret.seller}, ')


@mutation(PAGES, "attributes", "L2", "L3")
def data_attribute(site: Staged) -> None:
    """An attribute of its own carries a private bank account."""
    site.swap("index.html", '<main id="main"', f'<main data-payee="{site.world.secret.iban}" id="main"')


@mutation(PAGES, "attributes", "L3", spare=True)
def private_number_as_a_class(site: Staged) -> None:
    """A class that no style names is a private number."""
    site.swap("index.html", '<p class="lead"', f'<p class="lead {site.world.secret.number.lower()}"')


@mutation(PAGES, "attributes", "L3", spare=True)
def private_number_as_an_id(site: Staged) -> None:
    """An id that nothing links to is a private number."""
    site.insert(f'<p id="{site.world.secret.number.lower()}">Every figure has its interval.</p>')


@mutation(PAGES, "attributes", "L3", spare=True)
def private_name_in_the_description(site: Staged) -> None:
    """The description that search engines show names a private seller."""
    site.swap("index.html", '<meta name="description" content="', f'<meta name="description" content="{site.world.secret.seller}. ')


@mutation(PAGES, "attributes", "L3", "L2", spare=True)
def query_of_a_link(site: Staged) -> None:
    """A link carries a private number in its query."""
    site.swap("index.html", 'href="data/index.html"', f'href="data/index.html?bill={site.world.secret.number}"')


@mutation(PAGES, "attributes", "L2", "L3")
def event_handler(site: Staged) -> None:
    """An element runs script on a click."""
    site.swap("index.html", "<main ", f"<main onclick=\"alert('{site.world.secret.number}')\" ")


@mutation(PAGES, "comments", "L2", "L3")
def html_comment(site: Staged) -> None:
    """A comment in a page."""
    site.insert(f"<!-- {site.world.secret.sentence} -->")


@mutation(PAGES, "comments", "L2", "L3", spare=True)
def comment_for_one_browser(site: Staged) -> None:
    """A conditional comment in the head."""
    site.insert(f"<!--[if IE]>{site.world.secret.iban}<![endif]-->", before="</head>")


@mutation(PAGES, "comments", "L2", "L3", spare=True)
def processing_instruction(site: Staged) -> None:
    """What a browser reads as a comment: an instruction and a marked section."""
    site.insert(f"<?note {site.world.secret.number}?><![CDATA[{site.world.secret.amount}]]>", "verify/index.html")


@mutation(PAGES, "comments", "L2", "L3", spare=True)
def comment_after_the_end(site: Staged) -> None:
    """A comment after the end of the document."""
    site.write("404.html", site.text("404.html") + f"<!-- {site.world.secret.number} -->\n")


@mutation(PAGES, "comments", "L3", "L1", "L2")
def comment_in_the_script(site: Staged) -> None:
    """A comment at the end of the script."""
    path = site.first("assets/*.js")
    site.write(path, site.text(path) + f"// {site.world.secret.sentence}\n")


@mutation(PAGES, "JSON-LD", "L2", "L3")
def linked_data(site: Staged) -> None:
    """A block of linked data describes a private document."""
    facts = {"@context": "https://schema.org", "@type": "Invoice", "identifier": site.world.secret.number}
    site.insert(f'<script type="application/ld+json">{json.dumps(facts)}</script>', before="</head>")


@mutation(PAGES, "JSON-LD", "L2", "L3", spare=True)
def microdata(site: Staged) -> None:
    """Microdata attributes describe a private document."""
    site.insert(f'<p itemscope itemtype="https://schema.org/Invoice"><span itemprop="identifier">{site.world.secret.number}</span></p>')


@mutation(PAGES, "unseen markup", "L2", "L3")
def template_element(site: Staged) -> None:
    """A template, which no browser shows."""
    site.insert(f"<template><p>{site.world.secret.sentence}</p></template>")


@mutation(PAGES, "unseen markup", "L2", "L3", spare=True)
def hidden_input(site: Staged) -> None:
    """A hidden field of a form."""
    site.insert(f'<input type="hidden" name="bill" value="{site.world.secret.number}">')


@mutation(PAGES, "unseen markup", "L2", "L3", spare=True)
def text_for_browsers_without_script(site: Staged) -> None:
    """A noscript element."""
    site.insert(f"<noscript>{site.world.secret.sentence}</noscript>", "rows/index.html")


@mutation(PAGES, "unseen markup", "L2", "L3", spare=True)
def frame_with_a_document_of_its_own(site: Staged) -> None:
    """A frame whose document is an attribute."""
    site.insert(f'<iframe srcdoc="{site.world.secret.sentence}"></iframe>')


@mutation(PAGES, "unseen markup", "L2", "L3")
def third_party_picture(site: Staged) -> None:
    """A picture loaded from a third party, with a private number in its address."""
    site.insert(f'<img src="https://pixel.example.org/{site.world.secret.number}.png" alt="">')
