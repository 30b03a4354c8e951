cat "$ASSAY_PAGES/data/points.json"
