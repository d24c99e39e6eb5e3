"""The ports' other side: files, databases and models, each imported when it is first used."""
