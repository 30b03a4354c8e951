cat "$ASSAY_PAGES/index.md"
