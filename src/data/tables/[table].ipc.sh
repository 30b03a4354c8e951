cat "$ASSAY_PAGES/data/tables/${1#--table=}.ipc"
