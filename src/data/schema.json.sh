cat "$ASSAY_PAGES/data/schema.json"
