"""Names of SQL: functions that only compute, pragmas and commands of clients that only show."""

from __future__ import annotations

# Words that stand before a parenthesis and are no functions.
KEYWORDS = frozenset(
    "all and any array as between by case cross default distinct else except exists filter from "
    "full group having ilike in inner intersect interval is join lateral left like limit "
    "materialized not offset on or order outer over partition returning right rollup row rows "
    "select set sets similar some table then union unique using values when where window with "
    "within cube grouping key primary references check index".split()
)
TYPES = frozenset(
    "bigint binary bit blob bool boolean bpchar char character date datetime datetime2 dec "
    "decimal double float int int4 int8 integer json jsonb money nchar number numeric nvarchar "
    "precision real smallint string struct text time timestamp timestamptz tinyint uuid "
    "varbinary varchar varchar2 varying xml".split()
)
FUNCTIONS = frozenset(
    # numbers
    "abs acos asin atan atan2 ceil ceiling cos cot degrees div exp floor greatest least ln log "
    "log10 log2 mod pi pow power radians rand random round sign sin sqrt tan trunc truncate "
    "width_bucket bit_and bit_or bit_xor bit_count conv hex unhex crc32 isnan isinf "
    # text
    "ascii bin bit_length btrim char_length character_length charindex chr concat concat_ws "
    "contains datalength decode encode elt ends_with field find_in_set format initcap "
    "instr lcase left len length levenshtein like_escape locate lower lpad ltrim md5 mid "
    "octet_length ord overlay patindex position printf quote quote_ident quote_literal quotename "
    "regexp_count regexp_extract regexp_extract_all regexp_instr regexp_like regexp_match "
    "regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr "
    "repeat replace replicate reverse right rpad rtrim sha sha1 sha2 sha224 sha256 sha384 sha512 "
    "soundex space split split_part starts_with string_agg string_split string_to_array strpos "
    "str stuff substr substring substring_index to_ascii to_base64 from_base64 to_hex translate "
    "trim try_cast try_convert typeof ucase unicode unistr unnest upper glob soundslike "
    # dates
    "add_months adddate addtime age clock_timestamp convert_tz curdate current_date current_time "
    "current_timestamp curtime date_add date_bin date_diff date_format date_part date_sub "
    "date_trunc dateadd datediff datename datepart datetrunc day dayname dayofmonth dayofweek "
    "dayofyear eomonth epoch extract from_days from_unixtime getdate getutcdate hour isfinite "
    "julianday justify_days justify_hours justify_interval last_day localtime localtimestamp "
    "make_date make_interval make_time make_timestamp makedate maketime microsecond minute month "
    "monthname now period_add period_diff quarter sec_to_time second statement_timestamp "
    "str_to_date strftime strptime subdate subtime sysdate sysdatetime sysutcdatetime timediff "
    "timeofday timestampadd timestampdiff time_bucket time_format time_to_sec timezone to_char "
    "to_date to_days to_number to_seconds to_timestamp transaction_timestamp unix_timestamp "
    "unixepoch utc_date utc_time utc_timestamp week weekday weekofyear year yearweek todate "
    "todatetime tostartofday tostartofhour tostartofmonth toyyyymmdd tointerval "
    # conversions and conditions
    "cast coalesce convert decode if ifnull iif isnull nullif nvl nvl2 choose isnumeric "
    "num_nonnulls num_nulls parse tobool toint32 toint64 tostring touint64 tofloat64 multiif "
    "likely unlikely likelihood "
    # together
    "any_value approx_count_distinct approx_quantile arg_max arg_min argmax argmin array_agg avg "
    "bool_and bool_or checksum_agg corr count count_big countif covar_pop covar_samp every first "
    "first_value group_concat grouping_id json_agg json_arrayagg json_group_array "
    "json_group_object json_object_agg json_objectagg jsonb_agg jsonb_object_agg jsonb_group_array "
    "lag last last_value lead list listagg max median min mode nth_value ntile cume_dist "
    "dense_rank percent_rank percentile_cont percentile_disc quantile quantile_cont rank "
    "row_number std stddev stddev_pop stddev_samp stdev stdevp sum sumif total uniq uniqexact "
    "var_pop var_samp variance var histogram "
    # lists, objects, rows
    "array_append array_cat array_contains array_dims array_length array_lower array_ndims "
    "array_position array_prepend array_remove array_replace array_to_json array_to_string "
    "array_upper cardinality flatten generate_series generate_subscripts grouparray has "
    "arrayjoin list_contains list_value range series struct_pack json_array json_array_elements "
    "json_array_elements_text json_array_length json_build_array json_build_object json_contains "
    "json_depth json_each json_each_text json_exists json_extract json_extract_path "
    "json_extract_path_text json_extract_string json_keys json_length json_object "
    "json_object_keys json_patch json_pretty json_query json_quote json_remove json_replace "
    "json_search json_set json_table json_to_record json_to_recordset json_tree json_type "
    "json_typeof json_unquote json_valid json_value jsonb_array_elements "
    "jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each "
    "jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_object_keys "
    "jsonb_path_exists jsonb_path_query jsonb_path_query_array jsonb_pretty jsonb_set "
    "jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof openjson row_to_json "
    "to_json to_jsonb json_insert isjson "
    # search
    "match against bm25 highlight snippet similarity ts_headline ts_rank ts_rank_cd "
    "phraseto_tsquery plainto_tsquery to_tsquery to_tsvector websearch_to_tsquery "
    # about the database itself
    "changes col_length col_name columnproperty connection_id current_catalog current_database "
    "current_role current_schema current_schemas current_setting current_user database "
    "databaseproperty databasepropertyex db_id db_name found_rows format_type "
    "has_database_privilege has_schema_privilege has_table_privilege host_name inet_client_addr "
    "inet_server_addr last_insert_id last_insert_rowid obj_description col_description "
    "object_definition object_id object_name object_schema_name objectproperty pg_backend_pid "
    "pg_blocking_pids pg_column_size pg_conf_load_time pg_current_wal_lsn pg_database_size "
    "pg_encoding_to_char pg_function_is_visible pg_get_constraintdef pg_get_expr "
    "pg_get_functiondef pg_get_function_arguments pg_get_indexdef pg_get_ruledef "
    "pg_get_serial_sequence pg_get_triggerdef pg_get_userbyid pg_get_viewdef pg_indexes_size "
    "pg_is_in_recovery pg_last_wal_receive_lsn pg_last_wal_replay_lsn "
    "pg_last_xact_replay_timestamp pg_postmaster_start_time pg_relation_filepath "
    "pg_relation_size pg_size_pretty pg_table_is_visible pg_table_size pg_tablespace_size "
    "pg_total_relation_size pg_typeof pg_wal_lsn_diff row_count schema schema_id schema_name "
    "serverproperty session_user sqlite_compileoption_used sqlite_source_id sqlite_version "
    "suser_name suser_sname system_user to_regclass total_changes type_id type_name user user_id "
    "user_name version duckdb_tables duckdb_columns duckdb_settings duckdb_functions "
    "duckdb_extensions duckdb_databases dbstat formatreadablesize "
    "formatreadablequantity uptime".split()
)  # fmt: skip
# DuckDB's functions that read the file they name.
READS_FILE = frozenset(
    "read_csv read_csv_auto read_json read_json_auto read_json_objects read_ndjson "
    "read_ndjson_auto read_parquet parquet_scan parquet_schema parquet_metadata read_text "
    "read_blob csv_scan json_scan sniff_csv".split()
)
# Pragmas that show something about what they name, and those that show a setting.
PRAGMAS = frozenset(
    "table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list "
    "foreign_key_check integrity_check quick_check function_list collation_list database_list "
    "module_list pragma_list compile_options show_tables show_tables_expanded show database_size "
    "storage_info version show_databases".split()
)
SETTINGS = PRAGMAS | frozenset(
    "application_id auto_vacuum automatic_index busy_timeout cache_size cache_spill "
    "checkpoint_fullfsync data_version defer_foreign_keys encoding foreign_keys freelist_count "
    "fullfsync ignore_check_constraints journal_mode journal_size_limit legacy_alter_table "
    "locking_mode max_page_count mmap_size page_count page_size query_only read_uncommitted "
    "recursive_triggers reverse_unordered_selects schema_version secure_delete stats "
    "synchronous temp_store threads trusted_schema user_version wal_autocheckpoint "
    "writable_schema".split()
)
DOT_COMMANDS = frozenset(
    ".changes .columns .databases .dbinfo .dump .echo .eqp .explain .fullschema .header .headers "
    ".help .indexes .indices .limit .lint .maxrows .maxwidth .mode .nullvalue .print .recover "
    ".schema .separator .sha3sum .show .stats .tables .timer .version .vfsinfo .vfslist .width "
    ".bail .quit .exit .rows .row".split()
)
META_COMMANDS = frozenset(
    r"\? \a \conninfo \copyright \crosstabview \echo \encoding \errverbose \f \h \H \help \l \l+ "
    r"\list \q \qecho \sf \sf+ \sv \sv+ \t \timing \warn \x \z \pset".split()
)
