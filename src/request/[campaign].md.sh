cat "$ASSAY_PAGES/request/${1#--campaign=}.md"
