cat "$ASSAY_PAGES/sql.md"
