cat "$ASSAY_PAGES/compare.md"
