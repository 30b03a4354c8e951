cat "$ASSAY_PAGES/guides/${1#--guide=}.md"
