"""What is measured: adapters from a document to an answer, and the sweep that runs them."""
