cat "$ASSAY_PAGES/method.md"
