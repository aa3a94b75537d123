// The types of the runtime itself; those of a program are in its own table.
#include "private.h"

static const osp_field string_element[] = {{"element", &osp_own_types[OSP_KIND_STRING], 0, 0}};

#define PLAIN(kind, bytes, check, words) [kind] = {kind, kind, check, bytes, words, NULL, NULL, 0, 0}

// Kinds whose types differ from program to program stand here for those that are made without one: lists of strings.
const osp_type osp_own_types[OSP_KIND_COUNT] = {
    PLAIN(OSP_KIND_INT, 8, 0x95e97e5eu, "int"),
    PLAIN(OSP_KIND_FLOAT, 8, 0xa6c45d85u, "float"),
    PLAIN(OSP_KIND_BOOL, 1, 0xc894953du, "bool"),
    PLAIN(OSP_KIND_UNIT, 8, 0x68e16627u, "Unit"),
    PLAIN(OSP_KIND_STRING, 0, OSP_STRING_MARK, "string"),
    [OSP_KIND_LIST] = {OSP_KIND_LIST, OSP_KIND_LIST, 0x8d2937a1u, sizeof(osp_list), "List<string>", string_element, NULL, 1, 0},
    PLAIN(OSP_KIND_CLOSURE, 8, OSP_CLOSURE_MARK, "closure"),
    PLAIN(OSP_KIND_LIST_INNER, 256, 0x60c2f27du, "list inner"),
    PLAIN(OSP_KIND_LIST_LEAF, 256, 0xd147f207u, "list leaf"),
    PLAIN(OSP_KIND_LIST_WORDS, 256, 0x7cd57034u, "list words"),
    PLAIN(OSP_KIND_MAP_NODE, 0, 0x6ac0f553u, "map node"),
    PLAIN(OSP_KIND_HANDLER, 0, 0xd42d8e73u, "handler"),
    PLAIN(OSP_KIND_REGION, 0, 0x031afe7du, "region"),
    PLAIN(OSP_KIND_RESUMPTION, sizeof(osp_suspension), 0x470ec50bu, "resumption"),
    PLAIN(OSP_KIND_FOREIGN, 8, 0xba7b4ca9u, "Ptr"),
};
