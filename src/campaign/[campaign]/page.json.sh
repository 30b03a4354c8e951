cat "$ASSAY_PAGES/campaign/${1#--campaign=}/page.json"
